// Reduces the answers of a sheet in size until they fit on a page, if they can.
document.fonts.ready.then(() => {
  const page = document.getElementById('puzzles').offsetHeight;
  const answers = document.getElementById('answers');
  for (let size = 10.5; answers.offsetHeight > page && size > 6;) answers.style.fontSize = (size -= 0.5) + 'pt';
});
