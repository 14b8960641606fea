import { useState, type FormEvent } from 'react'
import type { PostsBlock } from '../../schema/types.gen.ts'
import { createMailLink } from '../shared/links/mail-link.ts'
import { RichText } from '../shared/text/rich-text.tsx'

/** One word: where the browser itself writes the mail from the form, some put a + for a space. */
const mailSubject = 'Subscribe'

type Props = NonNullable<PostsBlock['subscribe']> & { name: string }

/**
 * With an endpoint, a plain form that is posted to it. Without one, a form whose action is `mailto:` and whose method
 * is `get`: browsers turn its fields into the headers of a mail (HTML Standard, "Mail with headers"), so that a field
 * named `body` makes the address the text of the mail even without JavaScript. `post` would need text/plain and give
 * lines such as "email=…". With JavaScript the mail is written in a whole sentence.
 * @param props.name is part of the ids, since a page may have two such boxes.
 */
export function SubscribeBox({
  name,
  heading,
  text,
  label = 'Your e-mail address',
  action = 'Subscribe',
  form,
  email,
}: Props) {
  const [problem, setProblem] = useState<string>()
  const [isMailOpened, setIsMailOpened] = useState(false)
  const problemId = `${name}-problem`
  const mail = email?.href ?? 'mailto:'

  // The browser's own bubble would go after some seconds; this message stays and is tied to the field.
  const showProblem = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { validity } = event.currentTarget
    setProblem(
      validity.valueMissing
        ? 'Please enter your e-mail address.'
        : 'Please enter a whole address, such as name@example.com.',
    )
    event.currentTarget.focus()
  }
  const openMail = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('body'))
    setIsMailOpened(true)
    location.assign(
      createMailLink(mail, mailSubject, `Please send new articles to ${address.trim()}.`),
    )
  }
  return (
    <form
      className="subscribe-box"
      action={form?.endpoint ?? mail}
      method={form ? 'post' : 'get'}
      onSubmit={form ? undefined : openMail}
    >
      <h3>{heading}</h3>
      {text && (
        <div className="rich">
          <RichText nodes={text} />
        </div>
      )}
      {!form && <input type="hidden" name="subject" value={mailSubject} />}
      <label>
        <span>{label}</span>
        <input
          type="email"
          name={form ? (form.field ?? 'email') : 'body'}
          required
          autoComplete="email"
          // Browsers take name@host for an address; one without a dot is a slip of the hand.
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
      <p className="note" role="status">
        {isMailOpened &&
          `Your e-mail program has the message ready; send it and you are on the list. If nothing opened, write to ${email?.text}.`}
      </p>
    </form>
  )
}
