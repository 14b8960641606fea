import { useState, type FormEvent } from 'react'
import type { PostsBlock } from '../../schema/types.gen.ts'
import { createMailLink } from '../shared/links/mail-link.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { RichText } from '../shared/text/rich-text.tsx'

type Props = NonNullable<PostsBlock['subscribe']> & Pick<PostsBlock, 'words'> & { name: string }

/**
 * A subscription form. With an endpoint, it posts to it. Without one, it submits to `mailto:` with
 * the method `get`: browsers turn its fields into email headers (HTML Standard, "Mail with
 * headers"), so that the field named `body` becomes the text of the email even without JavaScript.
 * `post` would require text/plain and produce lines such as "email=…". With JavaScript, the text is
 * a full sentence.
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
  email,
}: Props) {
  const [problem, setProblem] = useState<string>()
  const [isMailOpened, setIsMailOpened] = useState(false)
  const problemId = `${name}-problem`
  const mail = email?.href ?? 'mailto:'
  // Some browsers encode spaces as `+` when a form submits to `mailto:`.
  const mailSubject = words.subscribe.split(' ')[0]!

  // The browser's own validation bubble disappears after a few seconds; this message stays and is
  // associated with the field.
  const showProblem = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { validity } = event.currentTarget
    setProblem(validity.valueMissing ? words.missingAddress : words.invalidAddress)
    event.currentTarget.focus()
  }
  const openMail = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('body'))
    setIsMailOpened(true)
    location.assign(
      createMailLink(mail, mailSubject, fillIn(words.request, { address: address.trim() })),
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
      <p className="note" role="status">
        {isMailOpened && fillIn(words.mailed, { email: email?.text ?? '' })}
      </p>
    </form>
  )
}
