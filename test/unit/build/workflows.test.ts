import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from '@/build/project'

const folder = inProject('.github', 'workflows')
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(inProject('.github', 'workflows', name), 'utf8'),
}))

test.each(workflows)('$name uses third-party actions only by commit', ({ text }) => {
  expect(text).toContain('\npermissions:\n')
  const actions = [...text.matchAll(/^\s*(?:- )?uses:\s*(\S+)/gm)].map(([, action]) => action ?? '')
  expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([])
})

test('a release is published only when it is signed', () => {
  const text = workflows.find(({ name }) => name === 'release.yml')?.text ?? ''
  expect(text).toContain('bun run release --signing-key "$key"')
  expect(text.indexOf('--signing-key')).toBeLessThan(text.indexOf('publish-release.ts'))
})
