import { useState, type FormEvent } from 'react'
import type { PostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'

type Subscribe = NonNullable<PostsBlock['subscribe']>
type Props = Subscribe &
  Pick<PostsBlock, 'words'> & { name: string; form: NonNullable<Subscribe['form']> }

const Introduction = ({ heading, text }: Pick<Subscribe, 'heading' | 'text'>) => (
  <>
    <h3>{heading}</h3>
    <TextPart nodes={text} />
  </>
)

/** A button that writes an email, for sites without a service for subscriptions. */
export function SubscribeByEmail({
  heading,
  text,
  words,
  action = words.subscribe,
  email,
}: Subscribe & Pick<PostsBlock, 'words'>) {
  if (!email) return null
  return (
    <div className="subscribe-box">
      <Introduction heading={heading} text={text} />
      <Link
        className="button secondary"
        href={`${email.href}?subject=${encodeURIComponent(action)}`}
      >
        {action}
      </Link>
    </div>
  )
}

/**
 * A subscription form, which posts to a service.
 * @param props.name a prefix for element ids, since a page may have several such forms
 */
export function SubscribeBox({
  name,
  heading,
  text,
  words,
  label = words.address,
  action = words.subscribe,
  form,
}: Props) {
  const [problem, setProblem] = useState<string>()
  const problemId = `${name}-problem`

  // The browser's own validation bubble disappears after a few seconds; this message stays and is
  // associated with the field.
  const showProblem = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { validity } = event.currentTarget
    setProblem(validity.valueMissing ? words.missingAddress : words.invalidAddress)
    event.currentTarget.focus()
  }
  return (
    <form className="subscribe-box" action={form.endpoint} method="post">
      <Introduction heading={heading} text={text} />
      <label>
        <span>{label}</span>
        <input
          type="email"
          name={form.field ?? 'email'}
          required
          autoComplete="email"
          // Browsers accept name@host; an address without a dot is most likely a typing error.
          pattern="[^@\s]+@[^@\s]+\.[^@\s]+"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          onInvalid={showProblem}
          onInput={() => setProblem(undefined)}
        />
      </label>
      {problem && (
        <p className="subscribe-problem" id={problemId}>
          {problem}
        </p>
      )}
      <button className="button secondary" type="submit">
        {action}
      </button>
    </form>
  )
}
