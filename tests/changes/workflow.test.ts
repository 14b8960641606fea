/** The workflows in the documentation are valid, and fit what the commands write. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, it } from 'vitest'
import { commentMarker } from '../../scripts/report/changes/format-markdown.ts'
import { nextChangeFile } from '../../scripts/prerender/output/render-next-change.ts'
import { root } from '../helpers/run-npm-script.ts'

function readWorkflow(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  const [, workflow = ''] = /```yaml\n(# \.github\/workflows\/.*?)```/s.exec(text) ?? []
  return workflow
}

it.each(['docs/changes.md', 'docs/authoring/days.md'])('the workflow in %s is valid', (file) => {
  const workflow = readWorkflow(file)
  expect(validateWorkflow(workflow).errors).toEqual([])
  expect(validateWorkflow(workflow.replace('runs-on:', 'runs-onx:')).errors).not.toEqual([])
})

it('the workflow for pull requests finds its own comment again', () => {
  expect(readWorkflow('docs/changes.md')).toContain(`startswith("${commentMarker}")`)
})

it('the scheduled workflow keeps the list of coming changes', () => {
  expect(readWorkflow('docs/authoring/days.md')).toContain(`cp dist${nextChangeFile} .`)
})
