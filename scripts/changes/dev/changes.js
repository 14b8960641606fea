// Shows the page of a button in both frames, and scrolls them together.
const buttons = [...document.querySelectorAll('[data-route]')]
const frames = [...document.querySelectorAll('iframe')]
function show(route) {
  for (const frame of frames) frame.src = `/__changes/${frame.name}${route}`
  for (const button of buttons)
    button.setAttribute('aria-pressed', String(button.dataset.route === route))
}
for (const button of buttons) button.addEventListener('click', () => show(button.dataset.route))
for (const [index, frame] of frames.entries())
  frame.addEventListener('load', () => {
    frame.contentWindow.addEventListener('scroll', () => {
      const other = frames[1 - index].contentWindow
      if (Math.abs(other.scrollY - frame.contentWindow.scrollY) > 1)
        other.scrollTo({ top: frame.contentWindow.scrollY, behavior: 'instant' })
    })
  })
if (buttons[0]) show(buttons[0].dataset.route)
