"use strict";
(function () {
  var list = document.getElementById("stories");
  var tools = document.getElementById("tools");
  function openTarget() {
    var target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.classList.contains("story")) { target.hidden = false; target.open = true; target.scrollIntoView(); }
  }
  window.addEventListener("hashchange", openTarget);
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest('a[href^="#question-"]');
    if (link && link.hash === location.hash) { openTarget(); }
  });
  if (list && tools) {
    var stories = Array.prototype.slice.call(list.children);
    var texts = stories.map(function (story) { return story.textContent.toLowerCase(); });
    var stage = document.getElementById("stage-filter");
    var text = document.getElementById("text-filter");
    var shown = document.getElementById("shown");
    function filter() {
      var word = text.value.trim().toLowerCase();
      var count = 0;
      stories.forEach(function (story, place) {
        var fits = (!stage.value || story.dataset.stage === stage.value) && (!word || texts[place].indexOf(word) >= 0);
        story.hidden = !fits;
        count += fits;
      });
      shown.textContent = count + " of " + stories.length + " shown";
    }
    stage.addEventListener("change", filter);
    text.addEventListener("input", filter);
    document.getElementById("open-all").addEventListener("click", function () {
      stories.forEach(function (story) { if (!story.hidden) { story.open = true; } });
    });
    document.getElementById("close-all").addEventListener("click", function () {
      stories.forEach(function (story) { story.open = false; });
    });
    tools.hidden = false;
    filter();
  }
  var folded = [];
  window.addEventListener("beforeprint", function () {
    folded = Array.prototype.slice.call(document.querySelectorAll("details.fold:not([open]), .mend-box details:not([open])"));
    folded.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () { folded.forEach(function (details) { details.open = false; }); });
  openTarget();
})();
