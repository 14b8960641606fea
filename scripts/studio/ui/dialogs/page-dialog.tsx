import { useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { findCopiedName, listCopied, replaceCopiedName } from '../../../edit/pages/copied-names.ts'
import { nameNewPage } from '../../../edit/pages/name-new-page.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import type { CopiedName, PageAction } from '../../../edit/inputs.ts'
import { describeShape, getSchemaAt } from '../form/describe-shape.ts'
import { isRedirectTarget, proposeNewHome, toAddress, toPageAddress } from '../form/addresses.ts'
import { fieldSelector, focusNewText, focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import type { RowAnswer } from '../../server/requests.ts'
import { askServer } from '../state/api.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { type Answers, DialogForm } from './dialog-form.tsx'

/** A translation is a copy in another language. */
type Action = PageAction['action'] | 'translate'

const actions: Record<Action, { title: string; button: string; help: string }> = {
  new: {
    title: 'New page',
    button: 'Add page',
    help: 'It is a placeholder until you have written it: a site with an address of its own waits for it.',
  },
  duplicate: {
    title: 'Duplicate page',
    button: 'Duplicate',
    help: 'The copy is a placeholder until it has a description and texts of its own: a site with an address of its own waits for it.',
  },
  translate: {
    title: 'Translate page',
    button: 'Add translation',
    help: 'The copy has the texts of this page, for you to translate. A site with an address of its own waits for it.',
  },
  rename: {
    title: 'Change address',
    button: 'Change address',
    help: 'Links to the page are changed, too, and the old address leads to the new one.',
  },
  delete: {
    title: 'Delete page',
    button: 'Delete page',
    help: 'Undo brings it back.',
  },
}

/** A menu of what can be done with pages as a whole. */
export function PageMenu() {
  const route = useStudio((state) => state.open?.route)
  const { translates } = asRecord(useStudio((state) => state.open?.page.value))
  const store = useStore()
  const offered = Object.entries(actions).filter(
    ([name]) => name !== 'translate' || translates === undefined,
  )
  const choose = async (next: Action) => {
    await store.whenOpened()
    if (next === 'translate') {
      await store.fetchChoices()
      if (store.getState().choices.languages.length === 0) {
        await store.selectAddress({ file: 'pages.yaml', path: ['site'] }, 'problems')
        return store.notify('Add the language first: search these settings for Languages.')
      }
    }
    const { route: open = '/' } = store.getState().open ?? {}
    const content = <PageForm action={next} route={open} />
    store.openDialog({ name: 'form', title: actions[next].title, content })
  }
  return (
    <>
      {/* Languages and menus may have come since. */}
      <MenuTrigger onOpenChange={(isOpen) => isOpen && void store.fetchChoices()}>
        <Button className="small-button">Page…</Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="list-box"
            aria-label="Page"
            onAction={(key) => void choose(key as Action)}
            disabledKeys={
              route === undefined
                ? ['duplicate', 'translate', 'rename', 'delete']
                : // Every site has a home page.
                  route === '/'
                  ? ['rename', 'delete']
                  : []
            }
          >
            {offered.map(([name, { title }]) => (
              <MenuItem key={name} id={name} className="list-item">
                {title}…
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  )
}

type PageFormProps = { action: Action; route: string }

function PageForm({ action, route }: PageFormProps) {
  const store = useStore()
  const { help, button } = actions[action]
  const pages = useStudio((state) => state.pageList.pages)
  const page = asRecord(useStudio((state) => state.open?.page.value))
  const [language] = useStudio((state) => state.choices.languages)
  const [answers, setAnswers] = useState<Answers>(() => {
    const targets = pages.filter((each) => each.route !== route && isRedirectTarget(each))
    const routes = targets.map((each) => each.route)
    if (action === 'delete') return { redirectTo: proposeNewHome(route, routes) }
    if (action === 'rename') return { to: route }
    if (action === 'translate')
      return { language: language?.tag, to: proposeTranslation(language?.tag, route) }
    // Only one page is the home page.
    const kind = String((action === 'duplicate' && route !== '/' && page.kind) || 'info')
    const copy = `${route === '/' ? '/home' : route}-copy`
    return { kind, menu: 'none', ...(action === 'duplicate' && { to: copy }) }
  })
  const copied = useCopiedName(action, route, answers)
  const links = useAnswer(
    async () => (action === 'delete' ? askServer('links', { route }) : undefined),
    [action, route],
  )
  const schema = usePageSchema(action, copied?.label, links)
  const replaces = answers.replaces ?? copied?.isProposed
  const submit = async (given: Answers) => {
    const planned = planPageAction(action, route, given, copied?.name)
    await store.request('pages', planned)
    if (planned.action === 'rename') store.noteRenamed(planned.from, planned.to)
    await store.refresh()
    const target = 'to' in planned ? planned.to : planned.route
    await store.openPage(planned.action === 'delete' ? (planned.redirectTo ?? '/') : target)
    store.notify(describeAction(planned))
    const focusTitle = action === 'duplicate' ? focusNewText : focusSoon
    onceDialogIsClosed(() => focusTitle(fieldSelector('title')))
  }
  if (action === 'delete' && !links) return <p className="help">Looking for links to it…</p>
  return (
    <DialogForm
      schema={schema}
      answers={{ ...answers, replaces }}
      onChange={(next) =>
        // What is proposed follows the address, until the author decides otherwise.
        setAnswers({
          ...next,
          replaces: next.replaces === replaces ? answers.replaces : next.replaces,
          ...(next.language !== answers.language && {
            to: proposeTranslation(next.language, route),
          }),
        })
      }
      onSubmit={submit}
      button={button}
      isDanger={action === 'delete'}
      after={copied?.note !== undefined && <p className="help">{copied.note}</p>}
    >
      <p className="help">
        {action !== 'new' && <strong>{route} </strong>}
        {help}
        {action === 'rename' && <PagesBelow route={route} />}
      </p>
      {links && <LinkingPages links={links} />}
    </DialogForm>
  )
}

/** `/es/pricing`, below the address of the language. */
const proposeTranslation = (tag: unknown, route: string) =>
  `/${String(tag).split('-')[0]}${route === '/' ? '' : route}`

/** Says what a change of an address leaves as it is. */
function PagesBelow({ route }: { route: string }) {
  const count = useStudio(
    ({ pageList }) => pageList.pages.filter((page) => page.route.startsWith(`${route}/`)).length,
  )
  return count > 0 && ` The addresses of ${formatCount(count, 'page')} below it stay.`
}

/**
 * What is asked about a page.
 * @param replaces the label of the choice to replace a name
 * @param links what leads to a page that is deleted
 */
function usePageSchema(action: Action, replaces: string | undefined, links?: PageLinks): Schema {
  const root = useStudio((state) => state.schema)
  const { menus, languages } = useStudio((state) => state.choices)
  const to = {
    type: 'string',
    formLabel: action === 'rename' ? 'New address' : 'Address',
    formHelp: 'Such as /services/same-day.',
  }
  if (action === 'rename') return { type: 'object', required: ['to'], properties: { to } }
  if (action === 'delete') {
    const isForgotten = links?.isForgotten === true
    const redirectTo = {
      type: 'string',
      format: 'page',
      formLabel: isForgotten ? 'Links to it lead to' : 'Its address, and links to it, lead to',
      formHelp: isForgotten ? '' : 'If this is empty, they lead nowhere: the page is gone.',
    }
    const isAsked = !isForgotten || links.isShared || links.pages.length > 0
    return { type: 'object', properties: isAsked ? { redirectTo } : {} }
  }
  const names = {
    title: { type: 'string', formLabel: 'Title, for search results' },
    label: {
      type: 'string',
      formLabel: 'Short name, for menus and breadcrumbs',
      formHelp: 'Such as Same-day visits.',
    },
  }
  if (action === 'translate')
    return {
      type: 'object',
      required: ['language', 'to', 'title'],
      properties: {
        language: {
          enum: languages.map(({ tag }) => tag),
          enumLabels: languages.map(({ label }) => label),
          formLabel: 'Language',
        },
        to,
        ...names,
      },
    }
  const page = describeShape(root, getSchemaAt(root, '#/$defs/page'))
  const kind = page.kind === 'group' && page.properties.find(({ name }) => name === 'kind')
  const shape = kind && describeShape(root, kind.schema)
  const kinds = shape && shape.kind === 'choice' ? shape.options : []
  const offered = kinds.filter(({ value }) => value !== 'home')
  const isCopy = action === 'duplicate'
  return {
    type: 'object',
    required: ['to', 'kind', 'menu', 'replaces', ...(isCopy ? ['title'] : [])],
    properties: {
      to,
      ...names,
      kind: {
        enum: offered.map(({ value }) => value),
        enumDescriptions: offered.map(({ description = '' }) => description),
      },
      ...(menus.length > 0 && {
        menu: {
          enum: ['none', ...menus.map(({ index }) => String(index))],
          enumLabels: ['None', ...menus.map(({ label }) => label)],
          formLabel: 'Link to it in the menu',
        },
      }),
      ...(replaces !== undefined && { replaces: { type: 'boolean', formLabel: replaces } }),
    },
  }
}

/**
 * What a copy says about the place or the thing that its original is about.
 * @property isProposed whether the name is replaced unless the author says otherwise
 * @property note what else is about it
 */
type CopiedTexts = { name: CopiedName; label: string; isProposed: boolean; note?: string }

function useCopiedName(action: Action, route: string, answers: Answers): CopiedTexts | undefined {
  const page = asRecord(useStudio((state) => state.open?.page.value)) as Record<string, JsonValue>
  const known = useStudio((state) => state.facts)
  if (action !== 'duplicate') return undefined
  const spellings = [answers.label, answers.title, page.label, asRecord(page.city).name, page.title]
  const name = findCopiedName(route, toPageAddress(String(answers.to ?? '')), spellings)
  if (!name) return undefined
  const facts = new Set(known.map((fact) => fact.name))
  const { count } = replaceCopiedName(page, name, facts)
  if (count === 0) return undefined
  // The copy has a title of its own.
  const left = listCopied({ ...page, title: '' }, name, facts)
  return {
    name,
    label: `Replace “${name.text}” by “${name.by}” in ${formatCount(count, 'text')} of the new page`,
    // Of a place there are facts. Another word may be one that many texts have.
    isProposed: left.length > 0 || page.city !== undefined,
    ...(left.length > 0 && {
      note: `These are still about ${name.text} then, for you to change. A comment on the new page lists them: ${left.join(', ')}.`,
    }),
  }
}

type PageLinks = RowAnswer<'GET', 'links'>

/** What links to a page that is deleted. */
function LinkingPages({ links }: { links: PageLinks }) {
  const places = [
    ...(links.isShared ? ['the header or the footer'] : []),
    ...(links.pages.length > 0 ? [formatCount(links.pages.length, 'page')] : []),
  ]
  return (
    <>
      <p role="status">
        {places.length === 0 ? 'Nothing links to it.' : `Linked from ${places.join(' and ')}.`}
      </p>
      {links.pages.length > 0 && (
        <ul className="linking-pages">
          {links.pages.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function planPageAction(
  action: Action,
  route: string,
  { to, title, label, kind, menu, replaces, redirectTo, language }: Answers,
  replaced: CopiedName | undefined,
): PageAction {
  const written = toAddress(String(to ?? ''))
  const address = toPageAddress(written)
  // An address does not spell a name as its author does.
  const isSpelled = action === 'new' && address !== written
  const name = label || (isSpelled && nameNewPage(written, [String(title ?? '')]))
  const names = {
    ...(title && { title: String(title) }),
    ...(name && { label: String(name) }),
    ...(menu !== undefined && menu !== 'none' && { menu: Number(menu) }),
  }
  switch (action) {
    case 'new':
      return { action, route: address, kind: String(kind), ...names }
    case 'duplicate':
      return {
        action,
        from: route,
        to: address,
        kind: String(kind),
        ...(replaced && replaces && { replaced }),
        ...names,
      }
    case 'translate':
      return { action: 'duplicate', from: route, to: address, language: String(language), ...names }
    case 'delete':
      return { action, route, ...(redirectTo && { redirectTo: toAddress(String(redirectTo)) }) }
    case 'rename':
      return { action, from: route, to: address }
  }
}

function describeAction(action: PageAction): string {
  switch (action.action) {
    case 'new':
      return `The page ${action.route} was added.`
    case 'duplicate':
      return `${action.from} was copied to ${action.to}.`
    case 'rename':
      return `${action.from} is ${action.to} now.`
    case 'delete':
      return `The page ${action.route} was deleted. Undo brings it back.`
  }
}
