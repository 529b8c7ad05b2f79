import { EXIT_CODES } from '@/cli/exit-codes'
import { VARIABLES } from '@/lib/config/environment-variables'
import { type CommandFacts, flatten, type OptionFacts } from './command-tree'

/** Escapes a text for roff, so that it contains no requests and no hyphens where lines may break. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/, '\\&')

const entry = (term: string, meaning: string) => `.TP\n.B ${escaped(term)}\n${escaped(meaning)}`

const optionEntry = ({ flags, description }: OptionFacts) => entry(flags, description)

/** Whether an option belongs to this command, and not to all of them. */
const isOwn = ({ flags, isGlobal }: OptionFacts) => !flags.includes('--help') && !isGlobal

const sectionOf = (command: CommandFacts) =>
  [
    `.SS "${escaped([...command.path, command.usage].join(' ').trim())}"`,
    `${escaped(sentence(command.description))}`,
    ...command.options.filter(isOwn).map(optionEntry),
  ].join('\n')

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Read before there are settings, so that it is not one of them. */
const NATIVE_DIR = entry(
  'MILEPOST_NATIVE_DIR',
  'folder for the native libraries of the executable, on a disk that is not mounted with noexec (default DATA_DIR/native, for commands without data a temporary folder)',
)

/** Generates the manual page in roff format, dated `day` (YYYY-MM-DD). */
export function manualPage(program: CommandFacts, version: string, day: string): string {
  const [, ...below] = flatten(program)
  const runnable = below.filter(
    ({ commands, options }) => commands.length === 0 || options.some(isOwn),
  )
  const globals = below.flatMap(({ options }) => options.filter(({ isGlobal }) => isGlobal))
  const distinct = [...new Map(globals.map((option) => [option.flags, option])).values()]
  const exitCodes = Object.values(EXIT_CODES)
    .map(({ code, meaning }) => entry(String(code), meaning))
    .join('\n')
  const variables = Object.entries(VARIABLES).map(([name, meaning]) => entry(name, meaning))
  return `.TH MILEPOST 1 "${day}" "Milepost ${escaped(version)}"
.SH NAME
milepost \\- ${escaped(program.description.replace(/\.$/, '').toLowerCase())}
.SH SYNOPSIS
.B milepost
.I command
.RI [ options ]
.SH DESCRIPTION
A server in one executable that keeps recordings of workouts, shows them as maps, charts and numbers, and speaks the
Workout Tracking Service API. All it has is in one folder, ./data unless DATA_DIR or
.B \\-\\-data\\-dir
name another.
.SH GLOBAL OPTIONS
They may precede the command.
.B \\-\\-data\\-dir
may precede it, too.
${distinct.map(optionEntry).join('\n')}
.SH COMMANDS
${runnable.map(sectionOf).join('\n')}
.SH ENVIRONMENT
Flags win over these variables, and they over a file of settings with the same names.
${variables.join('\n')}
${NATIVE_DIR}
.SH EXIT STATUS
Errors are printed to standard error. With
.B \\-\\-json
they are JSON, too.
${exitCodes}
.SH FILES
.TP
.I /etc/milepost.env
Settings, where a package or
.B milepost service install
made it.
.TP
.I /var/lib/milepost
The data folder there.
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1)`
}
