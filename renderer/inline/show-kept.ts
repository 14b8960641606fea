/**
 * Reserves space for what `useKeptChoice` restores later, so that the layout does not shift, and
 * opens the answer that was open. The application removes this stylesheet.
 */
const kept: Record<string, { value: unknown; css: string }> | undefined = history.state?.kept
if (kept) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    Object.values(kept)
      .map(({ css }) => css)
      .join(''),
  )
  document.adoptedStyleSheets.push(sheet)
  const openAnswer = kept.faq?.value
  if (openAnswer != null)
    addEventListener('DOMContentLoaded', () => {
      for (const answer of document.querySelectorAll<HTMLDetailsElement>('.faq details'))
        answer.open = answer.matches(openAnswer as string)
    })
}

export {}
