// @vitest-environment jsdom
/** What a form does before and after it is hydrated. */
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Form } from '../../blocks/form/form.tsx'
import { buildContentPolicy } from '../../renderer/security/content-policy.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import type { FormBlock } from '../../schema/types.gen.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { createWords } from '../../schema/words/create-words.ts'

const email = { text: 'shop@example.com', href: 'mailto:shop@example.com' }
const block = {
  type: 'form',
  id: 'ask',
  heading: 'Ask us',
  fields: [
    { label: 'Your name', missing: 'Enter your name.' },
    { label: 'Your email address', kind: 'email', hint: 'Only for our answer.' },
    { label: 'Notes', kind: 'paragraph', optional: true },
  ],
  sent: { heading: 'We have it' },
  email,
  words: createWords(loadSchema(), 'en', undefined).get('form'),
} as unknown as FormBlock
const service = { endpoint: 'https://forms.example.com/ask', service: 'status' } as const

let root: Root | undefined
const send = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', send.mockReset())
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
})
afterEach(async () => {
  await act(() => root?.unmount())
  vi.unstubAllGlobals()
})

async function hydrate(data: FormBlock) {
  document.body.innerHTML = `<div id="app">${renderToString(<Form {...data} />)}</div>`
  const container = document.getElementById('app')!
  await act(() => (root = hydrateRoot(container, <Form {...data} />)))
}

const get = <T extends Element = HTMLInputElement>(selector: string) =>
  document.querySelector<T>(selector)!
const describedBy = (id: string) =>
  (get(`#${id}`).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((name) => document.getElementById(name)?.textContent)

/** Types, as React sees it. */
async function type(id: string, text: string) {
  const input = get(`#${id}`)
  const prototype = Object.getPrototypeOf(input) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text)
  await act(() => void input.dispatchEvent(new Event('input', { bubbles: true })))
}
const submit = () => act(async () => get('button').click())
async function fillIn() {
  await type('ask-1', 'Jo')
  await type('ask-2', 'jo@example.org')
}

describe('what is missing', () => {
  it('is listed with links to the fields, and shown at each field', async () => {
    await hydrate({ ...block, service })
    await submit()
    expect(send).not.toHaveBeenCalled()
    const summary = get('.form-summary')
    expect(document.activeElement).toBe(summary)
    expect([...summary.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Enter your name.',
      'Fill in “Your email address”.',
    ])
    expect(describedBy('ask-1')).toEqual(['Enter your name.'])
    expect(describedBy('ask-2')).toEqual(['Only for our answer.', 'Fill in “Your email address”.'])
    await act(() => summary.querySelectorAll('a')[1]!.click())
    expect(document.activeElement).toBe(get('#ask-2'))
  })

  it('is not shown anymore once it is filled in, and a wrong answer is shown when the field is left', async () => {
    await hydrate({ ...block, service })
    await submit()
    await type('ask-1', 'Jo')
    expect(get('#ask-1').getAttribute('aria-invalid')).toBeNull()
    await type('ask-2', 'jo@example')
    await act(() => {
      get('#ask-2').focus()
      get('#ask-2').blur()
    })
    expect(describedBy('ask-2')[1]).toBe('Enter a full email address, such as name@example.com.')
  })

  it('is still missing if it is only a space', async () => {
    await hydrate({ ...block, service })
    await fillIn()
    await type('ask-1', '  ')
    await submit()
    expect(get('.form-summary a').textContent).toBe('Enter your name.')
  })

  it('can be an unchecked box', async () => {
    const consent = { text: [], agree: 'I agree' }
    await hydrate({ ...block, fields: [], consent, service } as unknown as FormBlock)
    await submit()
    expect(get('.form-summary a').textContent).toBe('Check this box to send the form.')
    await act(() => get('#ask-agree').click())
    expect(document.querySelector('.form-summary')).toBeNull()
  })
})

describe('sending', () => {
  it('reports success, and moves the focus to the message', async () => {
    send.mockResolvedValue(new Response('{}'))
    await hydrate({ ...block, service })
    await fillIn()
    await submit()
    expect(send.mock.calls[0]![0]).toBe('https://forms.example.com/ask')
    expect(String(send.mock.calls[0]![1]!.body)).toBe(
      'form=ask&website=&Your+name=Jo&email=jo%40example.org&Notes=',
    )
    expect(get('h2').textContent).toBe('We have it')
    expect(document.activeElement).toBe(get('.form-sent'))
  })

  it('offers an email with everything that was typed if sending fails', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'))
    await hydrate({ ...block, service })
    await fillIn()
    await submit()
    expect(document.activeElement).toBe(get('.form-summary'))
    expect(get('.form-summary a').getAttribute('href')).toBe(
      'mailto:shop@example.com?subject=Ask%20us&body=Your%20name%3A%20Jo%0D%0Aemail%3A%20jo%40example.org',
    )
    expect(get('#ask-1').value).toBe('Jo')
  })

  it('says which answer the service rejects', async () => {
    const errors = [{ field: 'email', message: 'should be an email' }]
    send.mockResolvedValue(new Response(JSON.stringify({ errors }), { status: 422 }))
    await hydrate({ ...block, service: { ...service, service: 'formspree' } })
    await fillIn()
    await submit()
    expect(get('.form-summary a').textContent).toBe(
      'Enter a full email address, such as name@example.com.',
    )
  })

  it('happens once, however often the button is pressed', async () => {
    send.mockReturnValue(new Promise(() => {}))
    await hydrate({ ...block, service })
    await fillIn()
    await submit()
    await submit()
    expect(send).toHaveBeenCalledTimes(1)
    expect(get('button').textContent).toBe('Sending…')
  })
})

describe('a form that can be sent as a text message', () => {
  const phone = { text: '(432) 555-0142', href: 'tel:+14325550142' }
  const hrefs = () =>
    [...document.querySelectorAll('.composed-request a')].map((link) => link.getAttribute('href'))

  it('shows the message and the ways to send it', async () => {
    await hydrate({ ...block, textMessage: true, phone })
    expect(get('button').textContent).toBe('Continue')
    await fillIn()
    await submit()
    const text = 'Ask us\nYour name: Jo\nYour email address: jo@example.org'
    expect(get('.composed-message').textContent).toBe(text)
    expect(hrefs()).toEqual([
      `sms:+14325550142?&body=${encodeURIComponent(text)}`,
      `mailto:shop@example.com?subject=Ask%20us&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`,
      'tel:+14325550142',
    ])
  })

  it('is posted if there is a service', async () => {
    send.mockResolvedValue(new Response('{}'))
    await hydrate({ ...block, textMessage: true, phone, service })
    expect(get('button').textContent).toBe('Send')
    await fillIn()
    await submit()
    expect(send).toHaveBeenCalledTimes(1)
    expect(get('h2').textContent).toBe('We have it')
    // What was sent is not offered again.
    expect((history.state as { kept: { ask: { value: object } } }).kept.ask.value).toEqual({})
  })
})

describe('without JavaScript', () => {
  const render = (data: FormBlock) => {
    document.body.innerHTML = renderToString(<Form {...data} />)
    return get<HTMLFormElement>('form')
  }
  const listFields = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

  it('the browser checks the form and posts it', () => {
    const form = render({ ...block, service: { endpoint: '/ask' } })
    expect([form.getAttribute('action'), form.method, form.noValidate]).toEqual([
      '/ask',
      'post',
      false,
    ])
    expect(form.querySelectorAll(':required')).toHaveLength(2)
    expect(get('#ask-2').autocomplete).toBe('email')
  })

  it('the form writes an email if there is no service', () => {
    const form = render(block)
    expect(form.getAttribute('action')).toBe('mailto:shop@example.com?subject=Ask%20us')
    expect(form.enctype).toBe('text/plain')
    expect(Object.keys(listFields(form))).toEqual(['Your name', 'email', 'Notes'])
  })

  it('Formspree and Netlify get what they need', () => {
    // Its address is enough.
    const formspree = { endpoint: 'https://formspree.io/f/abc' }
    expect(listFields(render({ ...block, service: formspree }))).toMatchObject({
      _subject: 'Ask us',
      _gotcha: '',
    })
    const netlify = render({ ...block, service: { endpoint: '/thanks', service: 'netlify' } })
    expect({ ...netlify.dataset }).toEqual({ netlify: 'true', netlifyHoneypot: 'bot-field' })
    expect(netlify.name).toBe('ask')
    expect(listFields(netlify)).toMatchObject({ 'form-name': 'ask', 'bot-field': '' })
  })
})

it('the content policy lets the form be sent to its service alone', () => {
  const page = { blocks: [{ ...block, service }] } as unknown as PageData
  const policy = buildContentPolicy(page, {} as SiteData, { styles: [], scripts: [] })
  expect(policy).toContain("form-action 'self' mailto: https://forms.example.com;")
  expect(policy).toContain("connect-src 'self' https://forms.example.com;")
})
