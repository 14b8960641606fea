/** A price that changes is changed in the sums that contain it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SmallSite } from '../days/small-site.ts'

let site: SmallSite
beforeAll(async () => {
  site = await SmallSite.create(`facts:
  wash: { label: A wash, unit: USD, value: 20.5 }
  three: { label: Three washes, unit: USD, sumOf: [wash, wash, wash] }
  saved: { label: What two save, unit: USD, value: 1, plus: true, settled: computed, sumOf: [wash, wash, wash], minus: [wash] }
pages:
  /wash:
    kind: info
    title: Three washes
    description: What three washes of your bike cost at our shop in Midland.
    blocks: [{ type: hero, heading: 'Three washes are \${three}, two of them \${saved}' }]
`)
})
afterAll(() => site.remove())

it('a sum that is settled on its parts follows them', async () => {
  expect((await site.build('out')).code).toBe(0)
  expect(await site.readOutput('out', 'wash/index.html')).toContain(
    'Three washes are $61.50, two of them $41+',
  )
  await site.edit('pages/more.yaml', (text) => text.replace('value: 20.5 }', 'value: 30.1 }'))
  expect((await site.build('out')).code).toBe(0)
  expect(await site.readOutput('out', 'wash/index.html')).toContain('Three washes are $90.30')
})

it('names what makes a computed saving less than nothing', async () => {
  await site.edit('pages/more.yaml', (text) =>
    text.replace('minus: [wash]', 'minus: [wash, three]'),
  )
  const { code, stderr } = await site.build('out')
  expect(code).toBe(1)
  expect(stderr).toContain(
    '"What two save" (saved) is computed, and less than 0: wash + three is more than wash + wash + wash.',
  )
})

it('reports a total that was settled by hand and is not what its parts are', async () => {
  await site.write(
    'pages/more.yaml',
    `facts:
  wash: { label: A wash, unit: USD, value: 20 }
  two: { label: Two washes, unit: USD, settled: online, sumOf: [wash, wash], readings: { door: { value: 40, source: the door }, online: { value: 45, source: the shop } } }
pages:
  /wash:
    kind: info
    title: Two washes
    description: What two washes of your bike cost at our shop in Midland.
    blocks: [{ type: hero, heading: 'Two washes are \${two}' }]
`,
  )
  const { code, stdout: problems } = await site.run('check')
  expect(code).toBe(1)
  expect(problems).toContain('"two" is $45, and its parts (wash, wash) are $40.')
  await site.edit('pages/more.yaml', (text) => text.replace('settled: online, ', ''))
  const { stdout: worksheet } = await site.run('facts', '--worksheet')
  expect(worksheet).toContain('settled: door')
  expect(worksheet).not.toContain('settled: online')
  await site.edit('pages/more.yaml', (text) => text.replace('sumOf', 'settled: computed, sumOf'))
  expect((await site.run('check')).stdout).not.toContain('its parts')
})
