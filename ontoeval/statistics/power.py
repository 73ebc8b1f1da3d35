"""What a number of questions can show: sample sizes, detectable effects, and what one flip is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count

from ontoeval.errors import BadParameter

_MOST = 10_000_000
_AT_ONCE = 256


def upper_bound(failures: int, n: int, level: float = 0.95) -> float:
    """One-sided upper bound of a rate (Clopper-Pearson).

    Args:
        failures: Observed failures, ``0 … n``.
        n: Questions, at least 1.
        level: One-sided confidence, in (0, 1).

    Returns:
        The bound, in (0, 1].

    Example:
        >>> round(upper_bound(0, 150), 5), round(upper_bound(1, 200), 5)
        (0.01977, 0.0235)

    Source: Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
    """
    from scipy.special import betaincinv

    _check(0 <= failures <= n and n >= 1, f"{failures} failures of {n}", "failures between 0 and n, n ≥ 1")
    return 1.0 if failures == n else float(betaincinv(failures + 1, n - failures, level))


def required_n(rate: float, failures: int = 0, level: float = 0.95) -> int:
    """Fewest questions that show a failure rate below ``rate``, with this many failures among them.

    Args:
        rate: The claim: the true rate is below it, in (0, 1).
        failures: Failures among the questions.
        level: One-sided confidence, in (0, 1).

    Returns:
        The smallest n whose one-sided upper bound is below ``rate``.

    Example:
        >>> [required_n(0.02, failures) for failures in range(4)]
        [149, 236, 313, 386]

    Raises:
        BadParameter: A value is outside its range.

    Source: Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
    """
    _check(0 < rate < 1, f"rate={rate}", "a rate between 0 and 1")
    _check(0 < level < 1, f"level={level}", "a level between 0 and 1")
    _check(failures >= 0, f"failures={failures}", "failures ≥ 0")
    low, high = failures, max(2 * failures, 1) + 1
    while upper_bound(failures, high, level) >= rate:
        low, high = high, 2 * high
        _check(high < _MOST, f"rate={rate}", f"a rate that {_MOST:,} questions can show")
    while high - low > 1:
        middle = (low + high) // 2
        if upper_bound(failures, middle, level) < rate:
            high = middle
        else:
            low = middle
    return high


def required_sizes(rate: float, level: float = 0.95) -> Iterator[int]:
    """`required_n` for 0, 1, 2 … failures: an inverse of the binomial tail finds many at once, and each is checked.

    Example:
        >>> from itertools import islice
        >>> list(islice(required_sizes(0.02), 4))
        [149, 236, 313, 386]

    Raises:
        BadParameter: As of `required_n`.
    """
    import numpy as np
    from scipy.special import bdtrin, betaincinv

    for begin in count(0, _AT_ONCE):
        failures = np.arange(begin, begin + _AT_ONCE, dtype=np.float64)
        sizes = np.ceil(bdtrin(failures, 1 - level, rate))
        shown, fewer = (betaincinv(failures + 1, n - failures, level) < rate for n in (sizes, sizes - 1))
        sure = shown & ~fewer & (sizes <= _MOST // 2)
        for place, (n, is_sure) in enumerate(zip(sizes.tolist(), sure.tolist(), strict=True), begin):
            yield int(n) if is_sure else required_n(rate, place, level)


def most_failures(rate: float, n: int, level: float = 0.95) -> int | None:
    """Most failures among ``n`` questions that still show a rate below ``rate``; None when not even 0 do."""
    if upper_bound(0, n, level) >= rate:
        return None
    failures, too_many = 0, n
    while too_many - failures > 1:
        middle = (failures + too_many) // 2
        if upper_bound(middle, n, level) < rate:
            failures = middle
        else:
            too_many = middle
    return failures


def n_for_claim(rate: float, expected: float, power: float = 0.8, level: float = 0.95) -> tuple[int, int]:
    """Fewest questions with which a claim succeeds with probability ``power`` when the true rate is ``expected``.

    Args:
        rate: The claim: the rate is below it.
        expected: The true rate, below ``rate``.
        power: Wanted probability that the claim is shown.
        level: One-sided confidence of the claim.

    Returns:
        n, and the most failures among them with which the claim is shown.

    Example:
        >>> n_for_claim(0.02, 0.005), n_for_claim(0.02, 0.005, power=0.9)
        ((386, 3), (456, 4))

    Raises:
        BadParameter: The expected rate is not below the claim.
    """
    from scipy.special import bdtr, ndtri

    _check(0 <= expected < rate, f"expected={expected}", f"a rate below the claim {rate}")
    _check(0 < power < 1, f"power={power}", "a power between 0 and 1")
    _check(0 < rate < 1, f"rate={rate}", "a rate between 0 and 1")
    _check(0 < level < 1, f"level={level}", "a level between 0 and 1")
    spread = ndtri(level) * math.sqrt(rate * (1 - rate)) + ndtri(power) * math.sqrt(expected * (1 - expected))
    apart = f"a rate further below {rate}: {_MOST:,} questions do not tell them apart"
    _check((spread / (rate - expected)) ** 2 < _MOST, f"expected={expected}", apart)
    sizes = enumerate(required_sizes(rate, level))
    return next((n, failures) for failures, n in sizes if bdtr(failures, n, expected) >= power)


def ab_size(before: float, after: float, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """Questions per arm that tell two rates apart (two-sided, arcsine approximation).

    Args:
        before, after: The two rates, in [0, 1], different.
        alpha: Two-sided error of the first kind.
        power: Wanted probability of telling them apart.

    Example:
        >>> ab_size(0.10, 0.09), ab_size(0.02, 0.01)
        (13488, 2254)

    Raises:
        BadParameter: The rates are equal or outside [0, 1].

    Source: Cohen 1988, Statistical Power Analysis, chapter 6; equal to statsmodels' NormalIndPower.
    """
    _check(before != after, f"{before} and {after}", "two different rates")
    for value in (before, after):
        _check(0 <= value <= 1, str(value), "a rate between 0 and 1")
    effect = 2 * math.asin(math.sqrt(before)) - 2 * math.asin(math.sqrt(after))
    return math.ceil(2 * (_both(alpha, power) / effect) ** 2)


def detectable(standard_error: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """Smallest difference between two independent runs that is found with probability ``power``.

    Args:
        standard_error: Standard error of one run's value.
        alpha: Two-sided error of the first kind.
        power: Wanted probability.

    Returns:
        The difference, in the unit of the value. Two runs on the same questions are paired, and then usually less is
        enough.
    """
    return _both(alpha, power) * math.sqrt(2) * standard_error


def _both(alpha: float, power: float) -> float:
    from scipy.special import ndtri

    _check(0 < alpha < 1, f"alpha={alpha}", "alpha between 0 and 1")
    _check(0 < power < 1, f"power={power}", "a power between 0 and 1")
    return float(ndtri(1 - alpha / 2) + ndtri(power))


def _check(fine: bool, got: str, expected: str) -> None:
    if not fine:
        raise BadParameter(f"{got} is not allowed", expected=expected)
