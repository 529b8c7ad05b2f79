import { describe, expect, test } from 'bun:test'
import { estimateUsers, formatTable, withTable } from '../../bench/table'

const rows = [
  { name: 'list, 20 per page', unit: '/s', ours: 2000, bare: 4000, at4: { p50: 1, p99: 2.345 } },
  { name: 'import of 1000 files', unit: 'files/s', ours: 40, missed: '≥ 2 × saxes' },
  { name: 'files, per workout', unit: 'kB', ours: 960 },
  { name: 'database, per workout', unit: 'kB', ours: 40 },
]

describe('the table of the benchmark', () => {
  test('shows the measured, best possible and missed values', () => {
    const [head, rule, list, imported] = formatTable(rows).split('\n')
    expect(head).toStartWith('| ')
    expect(rule).toMatch(/^\|-+\|(-+:\|)+$/)
    expect(list?.split('|').map((cell) => cell.trim())).toEqual([
      ...[
        '',
        'list, 20 per page',
        '2,000 /s',
        '4,000 /s',
        '0.50',
        '',
        '1.00 / 2.35 ms',
        '',
        '',
        '',
      ],
    ])
    expect(imported).toContain('import of 1000 files (MISSED: ≥ 2 × saxes)')
  })

  test('replaces the section in the handbook, followed by the estimate of users', () => {
    const readme = 'before\n<!-- bench -->\nyesterday\n<!-- /bench -->\nafter'
    const written = withTable(readme, rows, 'a machine')
    expect(written).toStartWith('before\n<!-- bench -->\nMeasured on a machine')
    expect(written).toEndWith('<!-- /bench -->\nafter')
    expect(written).not.toContain('yesterday')
    expect(written).not.toContain('MISSED')
    expect(written).toContain('it serves 170,000 people')
    expect(written).toContain('a terabyte holds 4,000 years')
  })

  test('omits the estimate of users without the figures that it needs', () => {
    expect(estimateUsers(rows.slice(0, 2))).toBe('')
  })
})
