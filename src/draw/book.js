// Draws a diagram, which waits as text, when it comes into view or is printed. Without scripts all are drawn at once.
(() => {
  const all = document.querySelectorAll('.lazy');
  const draw = (part) => {
    for (const text of part.querySelectorAll('noscript')) text.parentNode.innerHTML = text.textContent;
  };
  addEventListener('beforeprint', () => all.forEach(draw));
  const seen = new IntersectionObserver((parts) => {
    for (const part of parts) {
      if (!part.isIntersecting) continue;
      seen.unobserve(part.target);
      draw(part.target);
    }
  }, {rootMargin: '50%'});
  all.forEach((part) => seen.observe(part));
})();
