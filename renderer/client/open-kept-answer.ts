/**
 * Opens the answer that was open when the visitor left this history entry, and closes the others;
 * see renderer/inline/keep-answer.ts.
 */
export function openKeptAnswer(): void {
  const selector: unknown = history.state?.kept?.faq?.value
  if (typeof selector !== 'string') return
  for (const item of document.querySelectorAll<HTMLDetailsElement>('.faq details'))
    item.open = item.matches(selector)
}
