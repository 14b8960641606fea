/** The workflow in the documentation is valid, and finds its comment by the mark of the report. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, it } from 'vitest'
import { commentMarker } from '../../scripts/changes/format/format-markdown.ts'
import { root } from '../helpers/run-npm-script.ts'

it('the documented workflow is valid, and finds its own comment again', () => {
  const text = readFileSync(join(root, 'docs/changes.md'), 'utf8')
  const [, workflow = ''] = /```yaml\n(# \.github\/workflows\/.*?)```/s.exec(text) ?? []
  expect(validateWorkflow(workflow).errors).toEqual([])
  expect(validateWorkflow(workflow.replace('runs-on:', 'runs-onx:')).errors).not.toEqual([])
  expect(workflow).toContain(`startswith("${commentMarker}")`)
})
