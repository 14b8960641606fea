import {
  hashFact,
  hashValue,
  listApprovals,
  type ApprovalRequest,
} from '../../schema/rules/ledger/list-approvals.ts'
import type { Approval } from '../../schema/types.gen.ts'
import { filterByMoment } from '../../schema/resolve/filter-by-moment.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import {
  type FileLine,
  type Path,
  locateChild,
  type SourceLocation,
  toFileLine,
} from '../../schema/problems/location.ts'
import {
  cites,
  computedReadingName,
  formatReading,
  soleReadingName,
  type LedgerFact,
} from '../../schema/facts/facts.ts'
import { listLimits } from '../../schema/facts/less-than.ts'
import { findWrongSum } from '../../schema/facts/sums.ts'
import { listAllFindings, listPageEntries } from '../../schema/resolve/resolve-site.ts'
import {
  planPageOmissions,
  planSectionOmissions,
  toPathKey,
} from '../../schema/resolve/placeholders/plan-omissions.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import { resolveTariff } from '../../schema/resolve/resolve-tariff.ts'
import { listTownFees } from '../../schema/resolve/tariff-facts.ts'
import { createFindings } from '../../schema/resolve/text/findings.ts'
import { findContradictedTotals } from '../../schema/rules/ledger/contradicted-totals.ts'
import { checkAddition } from '../../schema/rules/tariff.ts'
import { pictureExtension } from '../../schema/source/read-picture-infos.ts'
import { RowSource } from '../../schema/sets/row-source.ts'
import { formatAmount, getDistanceWay, getWayAmount } from '../../schema/shared/calculate-quote.ts'
import { formatFirstItems } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { asRecord, asRecords, getAt } from '../../schema/util/records.ts'
import { formatAddress, type ValuePlace } from '../edit/source-address.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { isNameAt, listTexts } from './find-texts.ts'
import { formatPageCount, getReadingKey, groupCitations } from './list-facts.ts'
import type { JudgedFact, JudgedReading, Ledger } from './list-ledger.ts'

/** What is asked, in the order of the worksheet. */
export const topics = {
  reading: 'Which one is right?',
  expired: 'Is it still true?',
  evidence: 'What proves it?',
  cap: 'What else does the price include?',
  placeholder: 'What is it?',
  total: 'What does it cost?',
  fee: 'What does travel cost?',
  approval: 'Do you approve it?',
}

/**
 * Something that only a person can answer.
 * @property subject what an answer is given under: the name of a fact, an address in a file, or words
 * @property hash of what is asked about; an answer about another one is outdated
 * @property value what is asked about, for people
 * @property address where an answer is written; without one, somebody writes it by hand
 * @property others what has the same picture, and gets the one of the answer
 */
export type Question = FileLine & {
  topic: keyof typeof topics
  subject: string
  label: string
  why: string
  hash: string
  value: string
  choices: Choice[]
  readings: JudgedReading[]
  address?: ValuePlace
  others?: Question[]
}

/** An answer that can be given as it is, apart from blanks. @property effect what follows from it */
type Choice = { answer: Answer; effect?: string }

/** Properties that are written at the address of a question. `leaveOut` deletes what is there. */
export type Answer = Record<string, unknown>

/** What an answer must replace. */
export const blanks = {
  proof: 'WHAT PROVES IT',
  includes: 'WHAT ELSE THE PRICE INCLUDES',
  real: 'THE REAL ONE',
  name: 'YOUR NAME',
  comment: 'YOUR REASON',
}

/** How the source of an answer begins, followed by its day. */
export const answeredSource = 'answered on'

/** How much of a hash an answer repeats. */
export const shortenHash = (hash: string): string => hash.slice(0, 8)

/** Lists everything that somebody has to decide, to prove, to fill in or to approve. */
export function listQuestions(resolved: WholeSite, ledger: Ledger, today: string): Question[] {
  const citations = groupCitations(resolved)
  const questions = [
    ...ledger.facts.flatMap((fact) => askAboutFact(resolved, fact, today, citations)),
    ...askAboutPlaceholders(resolved),
    ...askAboutTariff(resolved, ledger.facts),
    ...listApprovals(resolved.site, resolved.context.language)
      .filter(({ state }) => state !== 'approved')
      .map((request) => {
        const { subject, fact } = request
        const isAsked = ({ name, own }: JudgedFact) =>
          name === subject.fact && own?.route === subject.page
        const readings = (ledger.facts.find(isAsked)?.readings ?? []).filter(
          ({ name }) => fact?.settled === undefined || name === fact.settled,
        )
        return askForApproval(request, readings, today)
      }),
  ]
  // The facts of a table, and of the pages of a set, are answered together.
  const unique = new Map(
    questions.map((each) => [`${each.topic} ${each.subject} ${each.label}`, each]),
  )
  const order = Object.keys(topics)
  return [...unique.values()].sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic))
}

type FactQuestion = Pick<Question, 'why' | 'readings' | 'choices'>

function askAboutFact(
  resolved: WholeSite,
  fact: JudgedFact,
  today: string,
  citations: ReturnType<typeof groupCitations>,
): Question[] {
  const identity = identifyFact(resolved, fact)
  if (!identity) return []
  const { fact: ledgerFact, ...identified } = identity
  const { hasConflict, cap, placeholder } = fact
  const deciding = listDeciding(resolved, fact, citations)
  const moot =
    deciding.length > 0 &&
    `Once ${deciding.map(({ label, name }) => `"${label}" (${name})`).join(' and ')} is answered, no page prints this any more, and this question is gone.`
  const ask = (topic: Question['topic'], { readings, why, ...asked }: FactQuestion): Question[] =>
    readings.length === 0
      ? []
      : [
          {
            topic,
            ...identified,
            label: fact.own ? `${fact.label} on ${fact.own.route}` : fact.label,
            value: fact.readings.map(({ text }) => text).join(', '),
            readings,
            why: [why, ledgerFact.note, moot].filter(Boolean).join(' '),
            ...asked,
            file: fact.file,
            line: fact.line,
          },
        ]
  const prove = (readings: JudgedReading[]): Answer => {
    const listed = readings.map(({ name, evidence }) => {
      const proof = { evidence: { source: evidence?.source ?? blanks.proof, checked: today } }
      return [name, proof] as const
    })
    const [[name, proof]] = listed as [(typeof listed)[number]]
    return name === soleReadingName ? proof : { readings: Object.fromEntries(listed) }
  }
  const leaveOut: Choice[] = ledgerFact.omitsUnproven
    ? [{ answer: { leaveOut: true }, effect: 'never published' }]
    : []
  const askForProof = (topic: 'expired' | 'missing', why: string) => {
    const readings = fact.readings.filter(({ evidenceState }) => evidenceState === topic)
    const choices: Choice[] = readings.length === 0 ? [] : [{ answer: prove(readings) }]
    return ask(topic === 'expired' ? topic : 'evidence', {
      why,
      readings,
      choices: [...choices, ...leaveOut],
    })
  }
  const above = fact.readings.filter(
    ({ name, printed }) => cap?.above.includes(name) && printed.length > 0,
  )
  return [
    ...(hasConflict ? ask('reading', describeConflict(resolved, fact, ledgerFact, prove)) : []),
    ...askForProof('expired', 'Its evidence is too old.'),
    // Which reading is right is asked first, with its evidence.
    ...(hasConflict ? [] : askForProof('missing', 'Pages claim it without evidence.')),
    // Whoever chooses a reading says with it what else it includes.
    ...(cap && cap.includes === undefined && !hasConflict
      ? ask('cap', {
          why: `The act alone costs at most ${cap.limit} (${cap.fact}, ${cap.basis}).`,
          readings: above,
          choices: [{ answer: { includes: blanks.includes } }],
        })
      : []),
    ...(placeholder
      ? ask('placeholder', {
          why: 'It is a placeholder.',
          readings: fact.readings,
          choices: [{ answer: { value: blanks.real } }, ...leaveOut],
        })
      : []),
  ]
}

/**
 * Lists the facts that hide a fact once they are settled, as everything that prints it is shown only
 * until then.
 */
function listDeciding(
  { site: { facts, pages } }: WholeSite,
  { name, readings, own }: JudgedFact,
  citations: ReturnType<typeof groupCitations>,
): LedgerFact[] {
  const printing = own
    ? []
    : readings.flatMap((each) => citations.get(getReadingKey(name, each.name)) ?? [])
  const deciding = printing.map(({ route, location: { source, path } }) => {
    const page = pages.get(route ?? '')
    if (!page) return undefined
    const written = (source.toFilePath?.(path) ?? path).slice(page.location.path.length)
    return written
      .flatMap((_, index) => {
        const entry = asRecord(getAt(page.whole ?? page.raw, written.slice(0, index)))
        return [asRecord(entry.publish).unsettled].flat().map(String)
      })
      .find((each) => each !== name && facts.has(each))
  })
  return deciding.every((each) => each !== undefined)
    ? [...new Set(deciding)].map((each) => facts.get(each)!)
    : []
}

/** Longer lists end with their count. */
const maxDepending = 6

function describeConflict(
  resolved: WholeSite,
  { readings, claim, depending, cap }: JudgedFact,
  fact: LedgerFact,
  prove: (readings: JudgedReading[]) => Answer,
): FactQuestion {
  const values = readings.filter(
    ({ text }, index) => readings.findIndex((other) => other.text === text) === index,
  )
  const { facts } = resolved.site
  const { language } = resolved.context
  const listNeeds = (name: string) => listLimits(fact, fact.readings.get(name)!.value, facts)
  const fitting = values.filter(({ name }) =>
    listNeeds(name).every(({ allowed }) => allowed.length > 0),
  )
  const possible = fitting.filter(({ name }) => canSettle(resolved, fact, name))
  const unfit = values.filter((reading) => !fitting.includes(reading))
  const impossible = fitting.filter((reading) => !possible.includes(reading))
  const why = [
    `Its readings say ${values.map(({ text }) => text).join(', ')}.`,
    ...(claim ? ['It is a claim, so the right one needs evidence too.'] : []),
    ...(unfit.length > 0
      ? [
          `${unfit.map(({ text }) => text).join(' and ')} cannot stand beside "${listNeeds(unfit[0]!.name).find(({ allowed }) => allowed.length === 0)!.other.label}".`,
        ]
      : []),
    ...(impossible.length > 0
      ? [`With ${impossible.map(({ text }) => text).join(' or ')}, the figures would not add up.`]
      : []),
    ...(depending.length > 0
      ? [
          `With the answer, these parts of the site change, too: ${formatFirstItems(depending, maxDepending)}.`,
        ]
      : []),
  ].join(' ')
  const choices = possible.map((reading): Choice => {
    const changed = readings.filter(({ text }) => text !== reading.text)
    const pages = formatPageCount(changed.flatMap(({ printed }) => printed))
    const needs = listNeeds(reading.name).map(({ other, allowed }) => {
      const texts = allowed.map((each) => formatReading(other, each, language).text)
      return `only with ${[...new Set(texts)].join(' or ')} as "${other.label}" (${other.name})`
    })
    return {
      answer: {
        settled: reading.name,
        ...(claim && !reading.evidence && prove([reading])),
        ...(cap?.includes === undefined &&
          cap?.above.includes(reading.name) && { includes: blanks.includes }),
      },
      effect: [`${reading.text} everywhere, which changes ${pages}`, ...needs].join('; '),
    }
  })
  const [first] = possible
  const leaveOut: Choice[] =
    claim && fact.omitsUnproven && first
      ? [{ answer: { settled: first.name, leaveOut: true }, effect: 'never published' }]
      : []
  return { why, readings, choices: [...choices, ...leaveOut] }
}

/**
 * Whether nothing is added up wrong once a reading is settled: the fact from its parts, or the tariff.
 * That cannot add up a range, unless what cites it is hidden then.
 */
function canSettle(resolved: WholeSite, fact: LedgerFact, reading: string): boolean {
  const { site, context, schema } = resolved
  if (findWrongSum({ ...fact, settled: reading }, site.facts)) return false
  const written = asRecord(asRecord(site.main.value).site).tariff
  if (!cites(written, fact.name)) return true
  const check = (settled: string | undefined): Problem[] => {
    const decided = { ...context.moment.facts[fact.name]!, settled }
    const moment = {
      ...context.moment,
      facts: { ...context.moment.facts, [fact.name]: decided },
      hiddenNames: undefined,
    }
    const at = { source: site.main, path: ['site', 'tariff'] }
    const shown = filterByMoment(written, at, moment, 'site')
    const tested = {
      ...site,
      settings: { ...site.settings, tariff: shown?.value ?? written },
      facts: new Map([...site.facts, [fact.name, { ...fact, settled }]]),
    }
    return checkAddition({ site: tested, schema }).filter(({ severity }) => severity === 'error')
  }
  return check(reading).length <= check(undefined).length
}

/**
 * Under what a fact is answered, and where: its name, or the address of a fact of a page or a set.
 * The cells of a table are answered together.
 * @returns undefined for a fact that is not written, such as a count
 */
export function identifyFact({ site }: WholeSite, { name, own }: Pick<JudgedFact, 'name' | 'own'>) {
  const fact = own ? site.pages.get(own.route)?.facts?.get(name) : site.facts.get(name)
  const table = site.facts.get(fact?.tableName ?? '')
  const isOfSet = table?.table?.set !== undefined
  const location = isOfSet
    ? locateChild(table.location, 'facts', name.split('.').at(-1)!)
    : (table ?? fact)?.location
  if (!fact || !location) return undefined
  const { source } = location
  const inSet = source instanceof RowSource ? source.set.facts.get(name)?.location : undefined
  const address = { file: source.file, path: inSet?.path ?? location.path }
  const subject = own || isOfSet ? formatAddress(address) : (fact.tableName ?? name)
  return { fact, subject, hash: hashFact(fact), address }
}

/** Lists what is marked as a placeholder on pages, in the header, the footer and the settings. */
function askAboutPlaceholders(resolved: WholeSite): Question[] {
  const { site } = resolved
  const origin = { source: site.main, path: ['site', 'origin'] }
  return [
    ...(site.settings.originPlaceholder === true
      ? [describePlaceholder(resolved, { label: 'The address of the site', location: origin })]
      : []),
    ...joinPictures(
      listAllFindings(resolved).flatMap(({ route, findings }) =>
        findings.placeholders.map((found) => describePlaceholder(resolved, found, route)),
      ),
    ),
  ]
}

/** The pictures of an answer, such as `{ photo: /people/portrait.svg }`. */
export const pickPictures = (answer: Answer): Answer =>
  Object.fromEntries(
    Object.entries(answer).filter(([, value]) => pictureExtension.test(String(value))),
  )

/** Asks once for a picture that several entries have, such as the portrait of the owner. */
function joinPictures(questions: Question[]): Question[] {
  const named = questions.map((question) => {
    const pictures = pickPictures(question.choices[0]?.answer ?? {})
    const key = Object.keys(pictures).length > 0 ? JSON.stringify(pictures) : question.subject
    return { question, key }
  })
  return [...groupBy(named, ({ key }) => key).values()].map((group) => {
    const [first, ...rest] = group.map(({ question }) => question)
    if (rest.length === 0) return first!
    const labels = formatFirstItems(
      rest.map(({ label }) => label),
      maxDepending,
    )
    return {
      ...first!,
      why: `${first!.why} Save your picture in public/, and give its address. It is also the picture of ${labels}.`,
      others: rest,
    }
  })
}

/** @param location of the property `placeholder`, or of the origin */
function describePlaceholder(
  resolved: WholeSite,
  { label, location }: { label: string; location: SourceLocation },
  route?: string,
): Question {
  const { source } = location
  const path = location.path.slice(0, -1)
  const isSet = source instanceof RowSource
  const at = { file: source.file, path: source.toFilePath?.(path) ?? path }
  const isOrigin = location.path.at(-1) === 'origin'
  const entry = asRecord(readWritten(resolved, path, route))
  const texts = listEntryTexts(entry, isOrigin)
  const place = route ?? (path[0] === 'site' ? `site.${path.slice(1).join('.')}` : 'every page')
  const question = {
    topic: 'placeholder' as const,
    subject: formatAddress(at),
    label: isOrigin ? label : `${label} (${place})`,
    hash: hashValue(texts),
    value: Object.values(texts).flat().join(', '),
    readings: [],
    ...toFileLine(location),
  }
  if (isSet)
    return {
      ...question,
      why: 'It is a placeholder on each page of a set. Write the real one there, and delete placeholder: true.',
      choices: [],
    }
  const canBeLeftOut = !isOrigin && listOmissible(resolved, route, path[0]).has(toPathKey(path))
  return {
    ...question,
    address: at,
    why: 'It is a placeholder. Write the real one in its place.',
    choices: [
      { answer: texts },
      ...(canBeLeftOut ? [{ answer: { leaveOut: true }, effect: 'deletes it' }] : []),
    ],
  }
}

/** What a person replaces in an entry: texts, lists of texts, pictures, addresses elsewhere. */
function listEntryTexts(entry: Record<string, unknown>, isOrigin: boolean): Answer {
  if (isOrigin) return { origin: entry.origin }
  const texts = [...listTexts({ file: '', value: entry as JsonValue })].filter(
    ({ address: { path } }) =>
      path.length === 1 || (path.length === 2 && typeof path[1] === 'number'),
  )
  const read = texts.filter(
    ({ address, text }) =>
      pictureExtension.test(text) ||
      text.startsWith('https://') ||
      !isNameAt(address.path, text, new Set()),
  )
  const keys = (read.length > 0 ? read : texts).map(({ address }) => String(address.path[0]))
  return Object.fromEntries(keys.map((key) => [key, entry[key]]))
}

/** The value at a path of a page, or of the settings if there is no page. */
function readWritten(resolved: WholeSite, path: Path, route?: string): unknown {
  const { site } = resolved
  const page = listPageEntries(resolved).find((each) => each.route === route)
  return page
    ? getAt(page.raw, path.slice(page.location.path.length))
    : getAt({ site: site.settings, navigation: site.navigation }, path)
}

/** The placeholders that a published page or section does without, as keys of their paths. */
function listOmissible(resolved: WholeSite, route: string | undefined, section: unknown) {
  const { schema, site } = resolved
  const context = { schema, explainFact: () => undefined }
  const page = route === undefined ? undefined : site.pages.get(route)
  const base = page ? page.location.path : [section as string]
  const { causes } = page
    ? planPageOmissions(page.raw, context)
    : planSectionOmissions(section as 'site', readWritten(resolved, base), context)
  return new Set(causes.map(({ path }) => toPathKey([...base, ...path.slice(0, -1)])))
}

/** Asks for the total that the tariff gives, and for which fee of a town is right. */
function askAboutTariff(resolved: WholeSite, facts: JudgedFact[]): Question[] {
  const { context, site } = resolved
  const location = { source: site.main, path: ['site', 'tariff'] }
  const tariff = resolveTariff(context, location, createFindings())
  if (!tariff) return []
  const { unit } = tariff.services[0]!.base
  const format = (amount: number) => formatAmount(amount, unit, context.language)
  const find = (name: string) => facts.find((each) => each.name === name && !each.own)
  const ask = (topic: 'total' | 'fee', name: string, reading: string, why: string, to: number) => {
    const fact = find(name)
    const identity = fact && identifyFact(resolved, fact)
    const printed = fact?.readings.find((each) => each.name === reading)
    // Which of its readings is right is asked already.
    if (!identity || !printed || fact.hasConflict || reading !== soleReadingName) return []
    const choices: Choice[] = [
      {
        answer: { settled: computedReadingName },
        effect: topic === 'fee' ? `by distance, ${format(to)} now` : format(to),
      },
      // The tariff takes the fee of a town, but not a total.
      ...(topic === 'fee'
        ? [{ answer: { settled: reading }, effect: `${printed.text}, whatever the distance` }]
        : []),
    ]
    const { file, line, label } = fact
    const asked = { topic, label, why, choices, readings: [printed], value: printed.text }
    const { subject, hash, address } = identity
    return [{ ...asked, ...{ subject, hash, address, file, line } }]
  }
  const isPrinted = (name: string, reading: string) =>
    (find(name)?.readings.find((each) => each.name === reading)?.printed.length ?? 0) > 0
  const totals = findContradictedTotals(
    tariff,
    site.settings.tariff,
    site.facts,
    isPrinted,
    context.language,
  )
  const { travel } = tariff
  const fees = listTownFees(site.settings)
  const written = asRecord(site.settings.tariff).travel
  const towns = asRecords(asRecord(asRecord(site.settings.business).areaServed).towns)
  const isMeasure = (fact: string, town: string) =>
    cites([written, towns.filter((each) => each.name === town)], fact)
  return [
    ...totals.flatMap(({ label, total, promised }) =>
      promised.flatMap(({ fact, reading }) => {
        const why = `For “${label}”, the tariff gives ${format(total)}, and pages print something else. If the tariff is wrong, change the amounts that it cites.`
        return ask('total', fact.name, reading, why, total)
      }),
    ),
    ...(travel?.towns ?? []).flatMap(({ name, fee, distance }) => {
      const fact = site.facts.get(fees.get(name) ?? '')
      const isNamed = travel!.tiers.some(({ towns }) => towns?.includes(name))
      const way = distance === undefined ? undefined : getDistanceWay(travel!, distance)
      if (isNamed || !fact || fact.settled !== undefined || !way) return []
      const amount = getWayAmount(way)
      if (fee?.value === undefined || amount === fee.value) return []
      // Once it is decided what a mile costs, every fee that nobody has settled follows from it.
      if (facts.some((each) => each.hasConflict && isMeasure(each.name, name))) return []
      const why = `Pages print this fee for ${name}, and a price by distance that gives ${format(amount)}. The tariff takes the fee. Decide alike for all towns, or a nearer one can cost more than a farther one.`
      return ask('fee', fact.name, soleReadingName, why, amount)
    }),
  ]
}

/** What an approval is given under: the name of a fact, or the words of a statement. */
export const toApprovalSubject = ({ subject, location }: ApprovalRequest): string =>
  subject.statement ??
  (subject.page === undefined
    ? subject.fact!
    : formatAddress({ file: location.source.file, path: location.path }))

/** @param readings what pages print of a fact */
function askForApproval(
  request: ApprovalRequest,
  readings: JudgedReading[],
  today: string,
): Question {
  const { label, as, value, hash, state, last, before, isForbidden, fact, pages = [] } = request
  const asked = isForbidden ? `that no page says ${value}` : value
  const why = [
    state === 'rejected'
      ? `${last!.by} has rejected ${asked} on ${last!.on}${last!.comment ? `: ${last!.comment}` : ''}.`
      : state === 'changed'
        ? `It was ${last!.value} when ${last!.by} answered on ${last!.on}, and is ${value} now.`
        : `Nobody has approved ${asked}.`,
    ...(before && before !== last
      ? [`${before.by} accepted ${before.value} on ${before.on}.`]
      : []),
    ...(fact ? [] : [`It holds for ${pages.join(', ') || 'every page'}.`, ...listSources(request)]),
    `${as} is asked.`,
  ].join(' ')
  const choose = (answer: Approval['answer'], comment?: string): Choice => ({
    answer: { approval: { answer, as, by: blanks.name, on: today, ...(comment && { comment }) } },
  })
  return {
    topic: 'approval',
    subject: toApprovalSubject(request),
    label,
    why,
    hash,
    value,
    readings,
    choices: [choose('accepted'), choose('rejected', blanks.comment)],
    ...toFileLine(request.location),
  }
}

const listSources = ({ evidence }: ApprovalRequest): string[] =>
  evidence.map(
    ({ source, url, checked }) =>
      `Evidence: ${[source, url, checked && `checked ${checked}`].filter(Boolean).join(', ')}.`,
  )
