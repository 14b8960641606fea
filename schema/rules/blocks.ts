import { reportTimeZone, isTimeZone } from '../days/time-zone.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, locateChild } from '../problems/location.ts'
import type { FormBlock } from '../types.gen.ts'
import { findServiceName } from '../shared/named-services.ts'
import { asText } from '../util/as-text.ts'
import { asList, isRecord } from '../util/records.ts'
import { listWrittenBlocks } from '../merge/written-blocks.ts'
import type { PageRule } from './types.ts'

/** What a form sends besides the answers, and the field that only bots fill in, by service. */
const sentNames = {
  formspree: ['_subject', '_gotcha'],
  netlify: ['form-name', 'subject', 'bot-field'],
  other: ['form', 'website'],
}

function checkThanks({ thanks, service }: FormBlock, location: SourceLocation): Problem[] {
  if (thanks === undefined || (service && findServiceName(service))) return []
  const message = service
    ? 'The service answers this form with a page of its own.'
    : 'Without a service, this form opens an email, and visitors stay on its page.'
  const fix =
    service &&
    'Add service: status if scripts may read its answer. Otherwise delete thanks, and let the service lead to the page.'
  return [problemAt(locateChild(location, 'thanks'), 'THANKS_WITHOUT_SERVICE', message, { fix })]
}

function checkFieldNames(
  { fields, consent, service }: FormBlock,
  location: SourceLocation,
): Problem[] {
  // Validation reports a list of another type.
  if (!Array.isArray(fields)) return []
  const kind = service && findServiceName(service)
  const sent = sentNames[kind as keyof typeof sentNames] ?? sentNames.other
  const reserved = service ? [...sent, 'campaign'] : []
  const used = new Set([...reserved, ...(consent?.agree === undefined ? [] : ['agree'])])
  const agreed = used.size
  return fields.flatMap((field, index) => {
    if (field.kind === 'file' && !service) {
      const at = locateChild(location, 'fields', index, 'kind')
      const message =
        'Without a service, this form is an email, which a script cannot add a file to.'
      return [problemAt(at, 'FILE_WITHOUT_SERVICE', message, { found: 'file' })]
    }
    const name = field.name ?? (field.kind === 'email' ? 'email' : field.label)
    if (!used.has(name)) {
      used.add(name)
      return []
    }
    const isReserved = [...used].indexOf(name) < agreed
    const message = isReserved
      ? `The form sends something else as "${name}".`
      : `Two fields of this form are sent as "${name}".`
    const property = field.name === undefined ? 'label' : 'name'
    return [
      problemAt(locateChild(location, 'fields', index, property), 'DUPLICATE_FIELD', message, {
        expected: 'another name for each answer',
        found: name,
      }),
    ]
  })
}

export const blockPageRules: PageRule[] = [
  // A form is sent, and its fields under different names.
  ({ data: { blocks }, location }) =>
    blocks.flatMap((block, index) => {
      if (block.type !== 'form') return []
      const at = locateChild(location, 'blocks', index)
      return [...checkThanks(block, at), ...checkFieldNames(block, at)]
    }),
  // A page answers each question once.
  ({ data: { blocks }, location }) => {
    const asked = new Set<string>()
    return blocks.flatMap((block, index) =>
      (block.type === 'faq' ? asList(block.items).filter(isRecord) : []).flatMap(
        ({ question }, item) => {
          const text = asText(question).trim().toLowerCase()
          if (text === '' || !asked.has(text)) {
            asked.add(text)
            return []
          }
          const at = locateChild(location, 'blocks', index, 'items', item, 'question')
          const message = 'This question is already on the page.'
          return [problemAt(at, 'DUPLICATE_QUESTION', message, { found: asText(question) })]
        },
      ),
    )
  },
  // The time zone of a block is that of a place.
  (page, { raw }) =>
    listWrittenBlocks(raw, page.location).flatMap(({ block: { timeZone }, location }) =>
      typeof timeZone !== 'string' || isTimeZone(timeZone)
        ? []
        : [reportTimeZone(timeZone, locateChild(location, 'timeZone'))],
    ),
]
