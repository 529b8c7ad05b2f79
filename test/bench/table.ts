import { availableParallelism, cpus, totalmem } from 'node:os'

/** Times of answers in milliseconds. */
export interface Times {
  p50: number
  p99: number
}

/** One thing that was measured. */
export interface Row {
  name: string
  unit: string
  ours: number
  /** What the framework, the parser or the archiver alone does. */
  bare?: number
  /** The same when nothing has changed since somebody asked it. */
  again?: number
  /** Times with 4 and with 32 connections. */
  at4?: Times
  at32?: Times
  /** Microseconds of processor time of an answer, ours and of the bare handler. */
  processorUs?: [ours: number, bare: number]
  /** Bytes of the body as sent. */
  bytes?: number
  /** Left out of the README. */
  isMinor?: boolean
  /** What should have been reached and was not. */
  missed?: string
}

const HEAD = [
  ...['', 'Milepost', 'bare', 'ratio', 'the same again'],
  ...['p50 / p99, 4 connections', 'p50 / p99, 32', 'processor, ours / bare'],
]

/** The table as text for a terminal, which is Markdown as well. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...body] = cells
  return [line(head), rule, ...body.map(line)].join('\n')
}

const cellsOf = ({
  name,
  unit,
  ours,
  bare,
  again,
  at4,
  at32,
  processorUs,
  missed,
}: Row): string[] => [
  missed === undefined ? name : `${name} (MISSED: ${missed})`,
  `${rounded(ours)} ${unit}`.trim(),
  bare === undefined ? '' : `${rounded(bare)} ${unit}`.trim(),
  bare ? (ours / bare).toFixed(2) : '',
  again === undefined ? '' : `${rounded(again)} ${unit}`,
  timesOf(at4),
  timesOf(at32),
  processorUs ? `${processorUs.map(rounded).join(' / ')} µs` : '',
]

const timesOf = (times: Times | undefined): string =>
  times ? `${times.p50.toFixed(2)} / ${times.p99.toFixed(2)} ms` : ''

function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** When and where: the day, the processor, the memory. */
export function machineOf(now: Date): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${now.toISOString().slice(0, 10)}, ${availableParallelism()} cores of ${processor?.model.trim() ?? 'an unknown processor'}, ${memory} GB`
}

const BLOCK = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/

/** The README with the table between its marks, and what follows from it. */
export function withTable(readme: string, rows: readonly Row[], machine: string): string {
  const plain = rows.filter(({ isMinor }) => !isMinor).map(({ missed: _, ...row }) => row)
  const block = [
    `Measured on ${machine}, client and server on the same machine.`,
    formatTable(plain),
    arithmetic(rows),
  ]
  return readme.replace(
    BLOCK,
    (_, start: string, end: string) => `${start}${block.filter(Boolean).join('\n\n')}\n${end}`,
  )
}

const SECONDS_A_DAY = 86_400
/** What one person does on a day, and how much of a machine is left for the hours when all are awake. */
const REQUESTS_A_DAY = 100
const HEADROOM = 10
const WORKOUTS_A_YEAR = 250
const TERABYTE_IN_KB = 1e9

/** What the figures mean for people, by plain arithmetic; nothing where a figure is missing. */
export function arithmetic(rows: readonly Row[]): string {
  const figure = (start: string) => rows.find(({ name }) => name.startsWith(start))?.ours
  const lists = figure('list, ')
  const imports = figure('import of ')
  const kilobytes = (figure('files, ') ?? 0) + (figure('database, ') ?? 0)
  if (!lists || !imports || !kilobytes) return ''
  const answers = lists * SECONDS_A_DAY
  const people = answers / HEADROOM / REQUESTS_A_DAY
  const years = TERABYTE_IN_KB / (kilobytes * WORKOUTS_A_YEAR)
  const about = (value: number) => Number(value.toPrecision(2)).toLocaleString('en')
  return `In people: ${about(lists)} lists a second are ${about(answers / 1e6)} million a day. Somebody who looks ten times a day, ten requests each time, asks for ${REQUESTS_A_DAY}; with a tenth of the machine used on average, so that the evening has room, that is ${about(people)} people. A workout from each of them every day takes ${about(people / imports / 60)} minutes of importing. At ${about(kilobytes)} kB a workout and ${WORKOUTS_A_YEAR} a year, a terabyte holds ${about(years)} years of training: the disk is full before the processor is busy.`
}
