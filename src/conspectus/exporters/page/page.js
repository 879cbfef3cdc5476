// Without this script everything works by links. With it, Escape closes the panel, the citation that opened it
// is marked and gets the focus back, and closing does not move the page.
(() => {
  let opener = null;
  const mark = () => {
    document.querySelectorAll("a.cite.open").forEach((link) => link.classList.remove("open"));
    if (opener && opener.hash === location.hash) opener.classList.add("open");
  };
  const close = () => {
    const [x, y] = [scrollX, scrollY];
    location.hash = "#closed";
    history.replaceState(null, "", location.pathname + location.search);
    scrollTo({ left: x, top: y, behavior: "instant" });
    if (opener) opener.focus({ preventScroll: true });
    opener = null;
    mark();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    if (link.classList.contains("cite")) opener = link;
    if (link.classList.contains("close")) { event.preventDefault(); close(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.querySelector(".evidence-list li:target")) close();
  });
  addEventListener("hashchange", mark);
})();
