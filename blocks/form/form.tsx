import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormBlock } from '../../schema/types.gen.ts'
import { createMailLink } from '../shared/links/mail-link.ts'
import { loadCampaign } from '../shared/visit/campaign.ts'
import { reportEvent } from '../shared/visit/report-event.ts'
import { Section } from '../shared/section.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { describeInvalidAnswer, findError } from './find-error.ts'
import { FormConsent } from './form-consent.tsx'
import { FormControl } from './form-control.tsx'
import { FormResult, type FormState } from './form-result.tsx'
import { adaptToService, sendForm } from './form-service.ts'
import { FormSummary } from './form-summary.tsx'
import { type FieldInput, listFieldInputs } from './list-field-inputs.ts'

/**
 * A form. Without JavaScript, the browser validates and posts it. A form without a service composes
 * an email instead. With JavaScript, error messages are in the page's words, and the page stays
 * open if the service can answer a script.
 */
export function Form(block: FormBlock) {
  const { heading, lead, consent, service, words, action = words.send } = block
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<FormState>({ step: 'filling' })
  /** Error messages by the id of the input. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [campaign, setCampaign] = useState('')
  /** Counts the attempts to submit, so that the summary receives the focus after each. */
  const [attempts, setAttempts] = useState(0)
  const adapted = service && adaptToService(block, service)
  const inputs = listFieldInputs(block)

  // Once hydrated, this block reports invalid answers instead of the browser.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
    setCampaign(loadCampaign())
  }, [])

  const check = (input: FieldInput) => {
    const error = findError(getControl(input), input.field, words)
    setErrors(({ [input.id]: _, ...others }) =>
      error === undefined ? others : { ...others, [input.id]: error },
    )
  }
  const showErrors = (found: [input: FieldInput, error: string | undefined][]): boolean => {
    const wrong = found.flatMap(([{ id }, error]) => (error === undefined ? [] : [[id, error]]))
    setErrors(Object.fromEntries(wrong))
    setAttempts(attempts + 1)
    return wrong.length > 0
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isWrong = showErrors(
      inputs.map((input) => [input, findError(getControl(input), input.field, words)]),
    )
    if (!isWrong && adapted && !adapted.isSentByScript) return reportSent(block)
    event.preventDefault()
    if (isWrong || state.step === 'sending') return
    const data = new FormData(event.currentTarget)
    const mail = composeMail(block, data)
    if (service) void send(service.endpoint, data, mail)
    else {
      location.assign(mail)
      reportSent(block)
      setState({ step: 'mailed' })
    }
  }
  const send = async (endpoint: string, data: FormData, mail: string) => {
    setState({ step: 'sending' })
    try {
      const rejected = await sendForm(endpoint, data)
      const wrong = inputs.filter(({ name }) => rejected.includes(name))
      if (wrong.length < rejected.length) throw new Error('The service rejects a hidden field.')
      showErrors(wrong.map((input) => [input, describeInvalidAnswer(input.field, words)]))
      if (wrong.length === 0) reportSent(block)
      setState({ step: wrong.length > 0 ? 'filling' : 'sent' })
    } catch {
      // The visitor can try again, or send the same answers by email.
      setState({ step: 'failed', mail })
    }
  }

  if (state.step === 'sent')
    return (
      <Section block={block}>
        <FormResult block={block} state={state} />
      </Section>
    )
  return (
    <Section block={block} heading={heading} lead={lead}>
      <form
        ref={form}
        className="form-fields"
        action={service?.endpoint ?? composeMail(block)}
        method="post"
        // Plain text makes a readable email. Services expect the default.
        encType={service ? undefined : 'text/plain'}
        {...adapted?.attributes}
        onSubmit={submit}
      >
        {adapted && <HiddenFields {...adapted} campaign={campaign} label={words.honeypot} />}
        <FormSummary
          heading={block.problem ?? words.problem}
          problems={inputs.filter(({ id }) => errors[id] !== undefined)}
          errors={errors}
          attempts={attempts}
        />
        {inputs.map((input) => {
          const error = errors[input.id]
          const Control = input.isConsent ? FormConsent : FormControl
          return (
            <Control
              key={input.id}
              {...input}
              text={input.isConsent ? consent!.text : undefined}
              error={error}
              words={words}
              onChange={() => error !== undefined && check(input)}
              // A field that is left empty shows no error yet, since the visitor may fill it in
              // later.
              onBlur={() => getControl(input).value !== '' && check(input)}
            />
          )
        })}
        {consent && consent.agree === undefined && (
          <div className="note">
            <RichText nodes={consent.text} />
          </div>
        )}
        <button className="button primary" type="submit">
          {state.step === 'sending' ? (block.sending ?? words.sending) : action}
        </button>
        <FormResult block={block} state={state} />
      </form>
    </Section>
  )
}

/** Creates a link that opens an email with the answers of a form. */
function composeMail(block: FormBlock, data?: FormData): string {
  const { heading, email } = block
  const address = email?.href ?? 'mailto:'
  if (!data) return `${address}?subject=${encodeURIComponent(heading)}`
  const answers = listFieldInputs(block).flatMap(({ name }) => {
    const answer = String(data.get(name) ?? '').trim()
    return answer === '' ? [] : `${name}: ${answer}`
  })
  // RFC 6068 requires CRLF line breaks.
  return createMailLink(address, heading, answers.join('\r\n'))
}

/** Names the form, so that its conversions can be told from those of others. */
const reportSent = ({ id }: FormBlock) => reportEvent({ event: 'form', form: id })

const getControl = ({ id }: FieldInput) => document.getElementById(id) as HTMLInputElement

function HiddenFields({
  hidden,
  honeypot,
  keepsEmptyFields,
  campaign,
  label,
}: ReturnType<typeof adaptToService> & { campaign: string; label: string }) {
  const fields = campaign || keepsEmptyFields ? { ...hidden, campaign } : hidden
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="form-honeypot" aria-hidden="true">
        <label>
          {label}
          <input name={honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  )
}
