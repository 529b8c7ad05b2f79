/** Headings of the changelog by commit type, in order. */
const HEADINGS: Record<string, string> = {
  feat: 'New',
  fix: 'Mended',
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

/** Formats the changelog of a release as Markdown from the subjects of its commits. */
export function changelog(version: string, date: string, lines: readonly string[]): string {
  const changes = lines.flatMap((line) => parseChange(line) ?? [])
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const parts = Object.entries(HEADINGS).map(([type, heading]) =>
    section(
      heading,
      changes.filter((change) => change.type === type && !change.isBreaking),
    ),
  )
  return [`# ${version} (${date})`, section('To be done when upgrading', breaking), ...parts]
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
