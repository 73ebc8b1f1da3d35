"""From samples and measures to results: plan, score, report."""
