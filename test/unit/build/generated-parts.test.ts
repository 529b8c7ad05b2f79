import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withGeneratedParts } from '@/build/handbook/generated-parts'
import { HANDBOOK } from '@/build/handbook/read-pages'

const names = readdirSync(HANDBOOK)

test.each(names)('the generated parts of %s match the code (bun run readme)', async (name) => {
  const source = readFileSync(join(HANDBOOK, name), 'utf8')
  expect(await withGeneratedParts(source)).toBe(source)
})

test('settings, commands, metrics and files are generated', async () => {
  const written = await withGeneratedParts(
    ['settings', 'commands', 'metrics', '.github/deploy/compose.yaml']
      .map((name) => `<!-- generated: ${name} -->\nyesterday’s text\n<!-- /generated -->\n`)
      .join('\n'),
  )
  expect(written.includes('yesterday')).toBe(false)
  const expected = [
    '| `PORT` | port to listen on (default 5000) |',
    '### milepost users create\n',
    '| `--role <role>` |',
    '| `milepost_workouts` |',
    '```yaml\n# Milepost behind Caddy',
  ]
  expect(expected.filter((text) => !written.includes(text))).toEqual([])
})

test('every kind of generated part is in the handbook', () => {
  const all = names.map((name) => readFileSync(join(HANDBOOK, name), 'utf8')).join('\n')
  const parts = [...all.matchAll(/<!-- generated: (.+?) -->/g)].map(([, name]) => name)
  for (const name of ['settings', 'commands', 'metrics']) expect(parts).toContain(name)
})
