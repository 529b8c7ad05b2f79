import { expect, test } from 'bun:test'
import { inProject } from '@/build/project'
import { withSettings } from '@/build/readme-settings'

test('the settings in the README match the code', async () => {
  const readme = await Bun.file(inProject('README.md')).text()
  expect(withSettings(readme)).toBe(readme)
})
