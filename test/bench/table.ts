import { availableParallelism, cpus, totalmem } from 'node:os'

/** Response times in milliseconds. */
export interface Times {
  p50: number
  p99: number
}

/** A measurement. */
export interface Row {
  name: string
  unit: string
  ours: number
  /** The value of the framework, the parser or the archiver alone. */
  bare?: number
  /** The value when nothing has changed since the same request. */
  again?: number
  /** Times with 4 and with 32 connections. */
  at4?: Times
  at32?: Times
  /** Microseconds of CPU time per response, ours and of the bare handler. */
  processorUs?: [ours: number, bare: number]
  /** Bytes of the body as sent. */
  bytes?: number
  /** Omitted from the handbook. */
  isMinor?: boolean
  /** The goal that was missed. */
  missed?: string
}

const HEAD = [
  ...['', 'Milepost', 'bare', 'ratio', 'the same again'],
  ...['p50 / p99, 4 connections', 'p50 / p99, 32', 'processor, ours / bare'],
]

/** The table as text for a terminal, which is also Markdown. */
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

/** The date, the CPU and the memory. */
export function describeMachine(now: Date): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${now.toISOString().slice(0, 10)}, ${availableParallelism()} cores of ${processor?.model.trim() ?? 'an unknown processor'}, ${memory} GB`
}

const BLOCK = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/

/** The page of the handbook with the table between its markers, and the estimate of users after it. */
export function withTable(page: string, rows: readonly Row[], machine: string): string {
  const plain = rows.filter(({ isMinor }) => !isMinor).map(({ missed: _, ...row }) => row)
  const block = [
    `Measured on ${machine}, client and server on the same machine.`,
    formatTable(plain),
    estimateUsers(rows),
  ]
  return page.replace(
    BLOCK,
    (_, start: string, end: string) => `${start}${block.filter(Boolean).join('\n\n')}\n${end}`,
  )
}

const SECONDS_A_DAY = 86_400
/** Requests of one person per day, and the share of a machine that remains for the busiest hours. */
const REQUESTS_A_DAY = 100
const HEADROOM = 10
const WORKOUTS_A_YEAR = 250
const TERABYTE_IN_KB = 1e9

/** How many people the figures suffice for, by simple arithmetic. Empty when a figure is missing. */
export function estimateUsers(rows: readonly Row[]): string {
  const figure = (start: string) => rows.find(({ name }) => name.startsWith(start))?.ours
  const lists = figure('list, ')
  const imports = figure('import of ')
  const kilobytes = (figure('files, ') ?? 0) + (figure('database, ') ?? 0)
  if (!lists || !imports || !kilobytes) return ''
  const answers = lists * SECONDS_A_DAY
  const people = answers / HEADROOM / REQUESTS_A_DAY
  const years = TERABYTE_IN_KB / (kilobytes * WORKOUTS_A_YEAR)
  const about = (value: number) => Number(value.toPrecision(2)).toLocaleString('en')
  return `In other words: ${about(lists)} lists per second are ${about(answers / 1e6)} million per day. A person who opens the app ten times a day causes about ${REQUESTS_A_DAY} requests. If the machine is used at a tenth of its capacity on average, to leave room for busy evenings, it serves ${about(people)} people. Importing one workout per day from each of them takes ${about(people / imports / 60)} minutes. At ${about(kilobytes)} kB per workout and ${WORKOUTS_A_YEAR} workouts per year, a terabyte holds ${about(years)} years of training.`
}
