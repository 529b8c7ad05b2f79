import { readFileSync } from 'node:fs'
import { inProject } from '@/build/project'

/** Headings of the list of commits by type, in order. */
const HEADINGS: Record<string, string> = {
  feat: 'New',
  fix: 'Fixed',
  perf: 'Faster',
}

interface Change {
  type: string
  scope: string | undefined
  subject: string
  isBreaking: boolean
}

/** Parses the subject of a commit as Conventional Commits; undefined if it has another form. */
function parseChange(line: string): Change | undefined {
  const [, type, scope, breaking, subject] = /^([a-z]+)(?:\(([^)]+)\))?(!)?: (.+)$/.exec(line) ?? []
  if (type === undefined || subject === undefined) return undefined
  return { type, scope, subject, isBreaking: breaking !== undefined }
}

/**
 * Returns what the changelog of the handbook says about a version, with its date and without links, which lead nowhere on
 * the page of a release.
 *
 * @throws Error when it has no section for the version, or the section does not begin with the date of the release.
 */
export function readReleaseNotes(
  version: string,
  text = readFileSync(inProject('src', 'handbook', 'changelog.md'), 'utf8'),
): { date: string; notes: string } {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${version}\n`))
  const [, date, notes] =
    /^\S+\n\nReleased on (\d{4}-\d\d-\d\d)\.\n([\s\S]*)$/.exec(section ?? '') ?? []
  if (date === undefined || notes === undefined)
    throw new Error(
      `src/handbook/changelog.md needs a section '## ${version}' that begins with 'Released on YYYY-MM-DD.'`,
    )
  return {
    date,
    notes: notes
      .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .replace(/^###/gm, '##')
      .trim(),
  }
}

/** @throws Error when a workflow releases a tag that does not name the version of package.json */
export function requireTagOf(version: string, env: Record<string, string | undefined>): void {
  const tag = env.GITHUB_REF_TYPE === 'tag' ? env.GITHUB_REF_NAME : undefined
  if (tag !== undefined && tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but package.json has the version ${version}.`)
}

/** Formats the changelog of a release as Markdown: its notes, then the subjects of its commits. */
export function changelog(
  release: { version: string; date: string; notes: string },
  lines: readonly string[],
): string {
  const { version, date, notes } = release
  const changes = lines.flatMap((line) => parseChange(line) ?? [])
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const parts = Object.entries(HEADINGS).map(([type, heading]) =>
    section(
      heading,
      changes.filter((change) => change.type === type && !change.isBreaking),
    ),
  )
  return [
    `# ${version} (${date})`,
    notes,
    section('Changes that break something', breaking),
    ...parts,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const section = (heading: string, changes: readonly Change[]): string =>
  changes.length === 0
    ? ''
    : [`## ${heading}`, '', ...changes.map(changeLine).toSorted()].join('\n')

const changeLine = ({ scope, subject }: Change) =>
  scope === undefined ? `- ${subject}` : `- **${scope}**: ${subject}`

/** Lists the subjects of the commits since the last tag, or of all commits if there is no tag. */
export function commitsSinceTag(): string[] {
  const git = (...args: string[]) => {
    const { success, stdout } = Bun.spawnSync(['git', ...args], { stderr: 'ignore' })
    return success ? stdout.toString().trim() : ''
  }
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  return git('log', '--format=%s', tag === '' ? 'HEAD' : `${tag}..HEAD`).split('\n')
}
