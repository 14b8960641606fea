import { fillIn } from '../../blocks/shared/text/fill-in.ts'
import { escapeHtml } from '../../renderer/escape-html.ts'
import type { ApprovalRequest } from '../../schema/rules/ledger/list-approvals.ts'
import type { Approval } from '../../schema/types.gen.ts'
import { shortenHash, toApprovalSubject } from '../report/questions.ts'

const words = {
  en: {
    title: 'To approve',
    intro:
      'Each entry is something that {site} says, or is about to say. Accept or reject it, and add a comment if you like. You can leave entries open.',
    approved: 'Approved already, and unchanged: {count}.',
    nothing: 'Nothing is open.',
    for: 'Asked of',
    now: 'New',
    before: 'Before',
    acceptedBy: 'accepted by {by} on {on}',
    rejectedBy: 'Rejected by {by} on {on}',
    evidence: 'Evidence',
    checked: 'checked {day}',
    none: 'none',
    pages: 'Pages',
    everyPage: 'every page',
    noPage: 'none yet',
    forbidden: 'No page may say',
    accept: 'Accept',
    reject: 'Reject',
    comment: 'Comment',
    name: 'Your name',
    save: 'Save the answers',
    after: 'This saves a small file on your device. Send it back to whoever sent you this page.',
    empty: 'Accept or reject at least one entry first.',
    script:
      'To answer here, allow JavaScript for this page. Or write back which entries you accept.',
  },
  es: {
    title: 'Por aprobar',
    intro:
      'Cada punto es algo que {site} dice o está por decir. Acéptelo o rechácelo, y agregue un comentario si quiere. Puede dejar puntos sin responder.',
    approved: 'Ya aprobados y sin cambios: {count}.',
    nothing: 'No hay nada pendiente.',
    for: 'Se pregunta a',
    now: 'Nuevo',
    before: 'Antes',
    acceptedBy: 'aceptado por {by} el {on}',
    rejectedBy: 'Rechazado por {by} el {on}',
    evidence: 'Prueba',
    checked: 'verificada el {day}',
    none: 'ninguna',
    pages: 'Páginas',
    everyPage: 'todas las páginas',
    noPage: 'todavía ninguna',
    forbidden: 'Ninguna página puede decir',
    accept: 'Aceptar',
    reject: 'Rechazar',
    comment: 'Comentario',
    name: 'Su nombre',
    save: 'Guardar las respuestas',
    after:
      'Esto guarda un archivo pequeño en su dispositivo. Envíelo a quien le mandó esta página.',
    empty: 'Primero acepte o rechace al menos un punto.',
    script: 'Para responder aquí, permita JavaScript en esta página. O conteste qué puntos acepta.',
  },
}
type Words = (typeof words)['en']

type ReviewOptions = {
  site: string
  language: string
  today: string
  /** The pages that print a value, or for which a statement is meant; undefined: every page. */
  listPages(request: ApprovalRequest): (string | undefined)[]
}

/**
 * Formats what is not approved as one HTML file that needs no network, for a person without an
 * account. It saves the answers as a file.
 */
export function formatReview(requests: ApprovalRequest[], options: ReviewOptions): string {
  const { site, language, today } = options
  const isSpanish = language.startsWith('es')
  const text = isSpanish ? words.es : words.en
  const open = requests.filter(({ state }) => state !== 'approved')
  const approved = requests.length - open.length
  const asked = open.map((request) => ({
    subject: toApprovalSubject(request),
    as: request.as,
    asked: shortenHash(request.hash),
  }))
  const data = JSON.stringify({ asked }).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="${isSpanish ? 'es' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(`${text.title}: ${site}`)}</title>
<style>${styles}</style>
<main>
<h1>${escapeHtml(`${text.title}: ${site}`)}</h1>
<p>${escapeHtml(open.length > 0 ? fillIn(text.intro, { site }) : text.nothing)} ${approved > 0 ? escapeHtml(fillIn(text.approved, { count: approved })) : ''}</p>
<p class="soft">${escapeHtml(today)}</p>
${open.length === 0 ? '' : formatForm(open, text, options)}
</main>
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</html>
`
}

const formatForm = (open: ApprovalRequest[], text: Words, options: ReviewOptions): string => `
<noscript><p class="warning">${escapeHtml(text.script)}</p></noscript>
<form>
${open.map((request, index) => formatRequest(request, index, text, options)).join('\n')}
<p><label for="by">${escapeHtml(text.name)}</label><input id="by" required autocomplete="name"></p>
<p><button>${escapeHtml(text.save)}</button></p>
<p class="soft">${escapeHtml(text.after)}</p>
<p class="warning" role="alert" hidden id="empty">${escapeHtml(text.empty)}</p>
</form>`

function formatRequest(
  request: ApprovalRequest,
  index: number,
  text: Words,
  { listPages }: ReviewOptions,
): string {
  const { label, subject, as, value, evidence, state, last, before, isForbidden } = request
  const pages = listPages(request).map((route) => route ?? text.everyPage)
  const heading = subject.page === undefined ? label : `${label}: ${subject.page}`
  const rows: [name: string, value: string][] = [
    [isForbidden ? text.forbidden : text.now, `<strong>${escapeHtml(value)}</strong>`],
    ...(before
      ? [
          [
            text.before,
            `${escapeHtml(before.value)} <span class="soft">(${escapeHtml(fillIn(text.acceptedBy, { by: before.by, on: before.on }))})</span>`,
          ] as [string, string],
        ]
      : []),
    [text.evidence, evidence.map((each) => formatEvidence(each, text)).join('<br>') || text.none],
    [text.pages, escapeHtml(pages.join(', ') || text.noPage)],
    [text.for, escapeHtml(as)],
  ]
  const rejection =
    state === 'rejected' && last ? fillIn(text.rejectedBy, { by: last.by, on: last.on }) : ''
  const comment = last?.comment === undefined ? '' : `: ${last.comment}`
  const radio = (answer: Approval['answer'], name: string) =>
    `<label><input type="radio" name="answer-${index}" value="${answer}"> ${escapeHtml(name)}</label>`
  return `<fieldset>
<legend>${escapeHtml(`${index + 1}. ${heading}`)}</legend>
<dl>${rows.map(([name, each]) => `<div><dt>${escapeHtml(name)}</dt><dd>${each}</dd></div>`).join('')}</dl>
${rejection ? `<p class="warning">${escapeHtml(rejection + comment)}</p>` : ''}
<p class="answers">${radio('accepted', text.accept)} ${radio('rejected', text.reject)}</p>
<label for="comment-${index}">${escapeHtml(text.comment)}</label><textarea id="comment-${index}" rows="2"></textarea>
</fieldset>`
}

function formatEvidence(
  { source, url, checked }: ApprovalRequest['evidence'][number],
  text: Words,
): string {
  const name = escapeHtml(source)
  const isAddress = url !== undefined && /^https?:/.test(url)
  const link = isAddress ? `<a href="${escapeHtml(url)}" rel="noreferrer">${name}</a>` : name
  return checked === '' ? link : `${link}, ${escapeHtml(fillIn(text.checked, { day: checked }))}`
}

const styles = `
:root { color-scheme: light dark; --line: #8886; --soft: color-mix(in srgb, currentcolor 75%, transparent) }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: auto; padding: 1rem }
h1 { font-size: 1.6rem; line-height: 1.2 }
fieldset { margin: 0 0 1.5rem; padding: 0.5rem 1rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; min-width: 0 }
legend { padding: 0 0.3rem; font-weight: 600 }
dl { margin: 0 } dl div { display: flex; gap: 1rem; padding: 0.15rem 0 }
dt { flex: 0 0 6.5rem; color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
.soft { color: var(--soft) }
.warning { padding: 0.4rem 0.7rem; border-left: 4px solid #c60 }
.answers label { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; margin-right: 1.5rem }
label { display: block } input[type=radio] { width: 1.3rem; height: 1.3rem }
textarea, #by { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit }
button { padding: 0.7rem 1.4rem; font: inherit; font-weight: 600 }
`

/** Runs in the browser of whoever answers. What it saves is a file for `facts --answers`. */
const script = `
const { asked } = JSON.parse(document.getElementById('data').textContent)
const form = document.querySelector('form')
let isSaved = true
form?.addEventListener('input', () => { isSaved = false })
addEventListener('beforeunload', (event) => { if (!isSaved) event.preventDefault() })
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const day = new Date()
  const on = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  const by = document.getElementById('by').value.trim()
  const answers = asked.flatMap(({ subject, as, asked }, index) => {
    const answer = new FormData(form).get('answer-' + index)
    const comment = document.getElementById('comment-' + index).value.trim()
    return answer ? [[subject, { approval: { answer, as, by, on, ...(comment && { comment }) }, asked }]] : []
  })
  document.getElementById('empty').hidden = answers.length > 0
  if (answers.length === 0) return
  const content = JSON.stringify(Object.fromEntries(answers), null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  link.download = 'answers-' + on + '.json'
  link.click()
  isSaved = true
})
`
