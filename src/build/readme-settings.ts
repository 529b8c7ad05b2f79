import { VARIABLES } from '@/lib/config/environment-variables'
import { inProject } from './project'

const BLOCK = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/

/** Replaces the table of settings in the README by one generated from the list of variables. */
export function withSettings(readme: string): string {
  const rows = Object.entries(VARIABLES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  const table = ['| variable | meaning |', '|---|---|', ...rows].join('\n')
  return readme.replace(BLOCK, (_, start: string, end: string) => `${start}${table}\n${end}`)
}

if (import.meta.main) {
  const file = inProject('README.md')
  await Bun.write(file, withSettings(await Bun.file(file).text()))
}
