/* Runs in the catalogue's pages as it stands, without a bundler. */

/** A frame is as high as what it shows, and drawn smaller where there is too little room for its width. */
function fit(frame) {
  const box = frame.parentElement
  const width = Number(frame.dataset.width)
  const scale = Math.min(1, box.clientWidth / width) || 1
  const height = Math.ceil(frame.contentDocument?.body?.getBoundingClientRect().height ?? 0)
  frame.style.width = `${width}px`
  frame.style.transform = `scale(${scale})`
  if (box.classList.contains('thumbnail')) frame.style.height = `${box.clientHeight / scale}px`
  else if (height > 0) {
    frame.style.height = `${height}px`
    box.style.height = `${height * scale}px`
  }
}

for (const frame of document.querySelectorAll('iframe')) {
  const watch = () => {
    fit(frame)
    if (frame.contentDocument?.body)
      new ResizeObserver(() => fit(frame)).observe(frame.contentDocument.body)
  }
  frame.addEventListener('load', watch)
  if (frame.contentDocument?.readyState === 'complete') watch()
  new ResizeObserver(() => fit(frame)).observe(frame.parentElement.parentElement)
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button.copy')
  if (!button) return
  await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
})
