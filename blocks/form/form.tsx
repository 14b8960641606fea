import { type FormEvent, useEffect, useRef, useState, type MouseEvent } from 'react'
import type { FormBlock } from '../../schema/types.gen.ts'
import { createMailLink } from '../shared/links/mail-link.ts'
import { ComposedRequest } from '../shared/request/composed-request.tsx'
import { useRequestedQuote } from '../shared/request/requested-quote.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { loadCampaign } from '../shared/visit/campaign.ts'
import { useKeptChoice } from '../shared/visit/kept-choices.ts'
import { reportEvent } from '../shared/visit/report-event.ts'
import { Section } from '../shared/section.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { describeInvalidAnswer, findError } from './find-error.ts'
import { FormControl } from './form-control.tsx'
import { FormResult, type FormState } from './form-result.tsx'
import { adaptToService, sendForm } from './form-service.ts'
import { type FormInput, listFieldInputs } from './list-field-inputs.ts'
import type { RichText as Nodes } from '../../schema/page-data.ts'

/**
 * A form. Without JavaScript, the browser validates and posts it. A form without a service composes
 * an email instead, or a message that visitors can also text. With JavaScript, error messages are in
 * the page's words, and the page stays open if the service can answer a script.
 */
export function Form(block: FormBlock) {
  const { id, heading, lead, consent, service, phone, email, words } = block
  /** Whether the visitor sees the message before sending it. */
  const composes = block.textMessage === true && !service
  const action = block.action ?? (composes ? words.compose : words.send)
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<FormState>({ step: 'filling' })
  /** Error messages by the id of the input. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [campaign, setCampaign] = useState('')
  /** Counts the attempts to submit, so that the summary receives the focus after each. */
  const [attempts, setAttempts] = useState(0)
  const adapted = service && adaptToService(block, service)
  const inputs = listFieldInputs(block)
  const hasFile = block.fields.some(({ kind }) => kind === 'file')
  const quote = useRequestedQuote()
  /** What the visitor has typed, by the id of the input. */
  const [kept, setKept] = useState<Record<string, string>>({})
  useKeptChoice(id, kept, form, (answers) => {
    for (const input of inputs)
      if (answers[input.id] !== undefined) getControl(input).value = answers[input.id]!
    setKept(answers)
  })

  // Once hydrated, this block reports invalid answers instead of the browser.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
    setCampaign(loadCampaign())
  }, [])

  const check = (input: FormInput) => {
    const error = findError(getControl(input), input.field, words)
    setErrors(({ [input.id]: _, ...others }) =>
      error === undefined ? others : { ...others, [input.id]: error },
    )
  }
  const showErrors = (found: [input: FormInput, error: string | undefined][]): boolean => {
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
    if (composes) {
      setState({ step: 'composed', answers: listAnswers(data), attempt: attempts })
      return
    }
    const mail = composeMail(block, data, quote)
    if (service) void send(service.endpoint, data, mail)
    else {
      location.assign(mail)
      reportSent(block)
      setState({ step: 'mailed' })
    }
  }
  const listAnswers = (data: FormData) => {
    const answers = inputs.flatMap(({ name, field }) => {
      const answer = readAnswer(data, name)
      return answer === '' ? [] : `${field.label}: ${answer}`
    })
    return [...answers, ...listQuote(block, quote)].join('\n')
  }
  const onChange = () => {
    // A script cannot choose the file again.
    const written = inputs.filter(({ isConsent, field }) => !isConsent && field.kind !== 'file')
    setKept(Object.fromEntries(written.map((input) => [input.id, getControl(input).value])))
    if (state.step === 'composed')
      setState({ ...state, answers: listAnswers(new FormData(form.current!)) })
  }
  const send = async (endpoint: string, data: FormData, mail: string) => {
    setState({ step: 'sending' })
    try {
      const rejected = await sendForm(endpoint, data)
      const wrong = inputs.filter(({ name }) => rejected.includes(name))
      if (wrong.length < rejected.length) throw new Error('The service rejects a hidden field.')
      showErrors(wrong.map((input) => [input, describeInvalidAnswer(input.field, words)]))
      if (wrong.length === 0) {
        reportSent(block)
        setKept({})
        if (block.thanks !== undefined) location.assign(block.thanks)
      }
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
        // Plain text makes a readable email. Services expect the default, except for files.
        encType={service ? (hasFile && 'multipart/form-data') || undefined : 'text/plain'}
        {...adapted?.attributes}
        onChange={onChange}
        onSubmit={submit}
      >
        {adapted && (
          <HiddenFields {...adapted} campaign={campaign} quote={quote} label={words.honeypot} />
        )}
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
        {quote !== undefined && <p className="requested-quote">{fillIn(words.quote, { quote })}</p>}
        <button className="button primary" type="submit">
          {state.step === 'sending' ? (block.sending ?? words.sending) : action}
        </button>
        <FormResult block={block} state={state} />
      </form>
      {state.step === 'composed' && (
        <ComposedRequest
          heading={words.request}
          subject={heading}
          message={`${heading}\n${state.answers}`}
          phone={phone}
          email={email}
          labels={{ ...words, call: fillIn(words.call, { phone: phone?.text ?? '' }) }}
          attempt={state.attempt}
        />
      )}
    </Section>
  )
}

/** Creates a link that opens an email with the answers of a form. */
function composeMail(block: FormBlock, data?: FormData, quote?: string): string {
  const { heading, email } = block
  const address = email?.href ?? 'mailto:'
  if (!data) return `${address}?subject=${encodeURIComponent(heading)}`
  const answers = listFieldInputs(block).flatMap(({ name }) => {
    const answer = readAnswer(data, name)
    return answer === '' ? [] : `${name}: ${answer}`
  })
  // RFC 6068 requires CRLF line breaks.
  return createMailLink(address, heading, [...answers, ...listQuote(block, quote)].join('\r\n'))
}

const readAnswer = (data: FormData, name: string) => String(data.get(name) ?? '').trim()

const listQuote = ({ words }: FormBlock, quote: string | undefined) =>
  quote === undefined ? [] : [fillIn(words.quote, { quote })]

/** Names the form, so that its conversions can be told from those of others. */
const reportSent = ({ id }: FormBlock) => reportEvent({ event: 'form', form: id })

const getControl = ({ id }: FormInput) => document.getElementById(id) as HTMLInputElement

function HiddenFields({
  hidden,
  honeypot,
  keepsEmptyFields,
  campaign,
  quote = '',
  label,
}: ReturnType<typeof adaptToService> & { campaign: string; quote?: string; label: string }) {
  const fields = {
    ...hidden,
    ...((campaign || keepsEmptyFields) && { campaign }),
    ...((quote || keepsEmptyFields) && { quote }),
  }
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

type ConsentProps = FormInput & { text?: Nodes; error?: string; onChange: () => void }

/** A required checkbox, with the text that the visitor agrees to. */
function FormConsent({ id, name, field, text, error, onChange }: ConsentProps) {
  const textId = `${id}-text`
  const errorId = `${id}-error`
  return (
    <div className="form-field" data-invalid={error ? true : undefined}>
      {text && (
        <div className="note" id={textId}>
          <RichText nodes={text} />
        </div>
      )}
      {error && (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      )}
      <label className="form-agree">
        <input
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${textId} ${errorId}` : textId}
          onChange={onChange}
        />
        {field.label}
      </label>
    </div>
  )
}

type SummaryProps = {
  heading: string
  problems: FormInput[]
  /** Error messages by the id of the input. */
  errors: Record<string, string>
  attempts: number
}

/**
 * Lists the invalid answers, with links to their fields. It receives the focus after each attempt
 * to submit.
 */
function FormSummary({ heading, problems, errors, attempts }: SummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])
  if (problems.length === 0) return null
  const focusField = (event: MouseEvent, id: string) => {
    // Following the link would only scroll to the field, and add a fragment to the URL.
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <div className="form-summary" ref={summary} tabIndex={-1} role="alert">
      <h3>{heading}</h3>
      <ul>
        {problems.map(({ id }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {errors[id]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
