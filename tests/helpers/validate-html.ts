import { HtmlValidate } from 'html-validate'

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React's output: no void-element slashes to police, and inline styles are not used.
    'doctype-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // tel: links are shown as the site writes its number.
    'tel-non-breaking': 'off',
    // A list is a list to VoiceOver only with its role when its bullets are hidden by css; ours keep their semantics.
    'no-redundant-role': 'off',
  },
})

/** What is wrong with a document, as HTML. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await htmlValidate.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
