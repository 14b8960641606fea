/** Keeps the open answer in the history entry: a selector for it, or one that matches nothing. */
addEventListener('click', (event) => {
  // The browser opens the answer after this event.
  if ((event.target as Element).closest('.faq summary')) setTimeout(keepOpenAnswer)
})

function keepOpenAnswer(): void {
  const answer = document.querySelector('.faq details[open]')
  const selector = answer
    ? `#main>${selectNth(answer.closest('#main>*')!)} .faq-items>${selectNth(answer)}`
    : ':not(*)'
  const css =
    `${selector}::details-content{content-visibility:visible;block-size:auto}` +
    `.faq details:not(${selector})::details-content{content-visibility:hidden}`
  const { state } = history
  history.replaceState({ ...state, kept: { ...state?.kept, faq: { value: selector, css } } }, '')
}

function selectNth(element: Element): string {
  return `:nth-child(${[...element.parentElement!.children].indexOf(element) + 1})`
}

export {}
