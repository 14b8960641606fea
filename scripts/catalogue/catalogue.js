/* Runs in the pages of the catalogue without being bundled. */

/** Makes a frame as high as its content, and scales it down if its width does not fit. */
function fitFrame(frame) {
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
  const observeFrame = () => {
    fitFrame(frame)
    if (frame.contentDocument?.body)
      new ResizeObserver(() => fitFrame(frame)).observe(frame.contentDocument.body)
  }
  frame.addEventListener('load', observeFrame)
  if (frame.contentDocument?.readyState === 'complete') observeFrame()
  new ResizeObserver(() => fitFrame(frame)).observe(frame.parentElement.parentElement)
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button.copy')
  if (!button) return
  await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
})

/** Shows the blocks whose name or description has all words. */
function findBlocks(query) {
  const words = query.toLowerCase().split(/\s+/)
  const list = document.querySelectorAll('.sidebar [data-block]')
  for (const entry of document.querySelectorAll('[data-block]'))
    entry.hidden = !words.every((word) => entry.dataset.block.includes(word))
  document.body.dataset.searching = query !== ''
  for (const group of document.querySelectorAll('.block-group'))
    group.hidden = !group.querySelector('[data-block]:not([hidden])')
  const found = [...list].filter((entry) => !entry.hidden).length
  document.querySelector('.block-count').textContent =
    query === '' ? '' : `${found} of ${list.length} blocks`
}

const blockSearch = document.querySelector('.block-search input')
blockSearch.addEventListener('input', () => findBlocks(blockSearch.value.trim()))
// The browser may have restored what was typed before.
if (blockSearch.value !== '') findBlocks(blockSearch.value.trim())
