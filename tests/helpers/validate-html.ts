import { HtmlValidate } from 'html-validate'

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // How React writes the doctype and void elements is not under test.
    'doctype-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // The text of a tel: link is the number as the site writes it.
    'tel-non-breaking': 'off',
    // Without bullets, VoiceOver treats a list as one only if it has an explicit role.
    'no-redundant-role': 'off',
  },
})

/** Validates an HTML document and returns a message for each error. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await htmlValidate.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
