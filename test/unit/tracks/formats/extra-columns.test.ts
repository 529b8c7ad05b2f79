import { describe, expect, test } from 'bun:test'
import { ExtraColumns, StreamNames } from '@/domain/tracks/formats/extra-columns'
import { MAX_EXTRA_VALUES, MAX_POINTS, MAX_STREAMS } from '@/domain/tracks/formats/limits'

/** Columns with `count` different names. */
function columnsOf(count: number) {
  const names = new StreamNames()
  const ids = Array.from({ length: count }, (_, index) =>
    names.idOf({ name: `n${index}`, unit: null, isOwn: true }),
  )
  return { names, ids, columns: new ExtraColumns(names) }
}

describe('extra columns of a file', () => {
  test('are limited in number and have one id for each name', () => {
    const { names, ids } = columnsOf(MAX_STREAMS + 5)
    expect(ids.filter((id) => id === undefined)).toHaveLength(5)
    expect(names.idOf({ name: 'n3', unit: null, isOwn: true })).toBe(3)
    expect(names.idOf({ name: '', unit: null, isOwn: true })).toBeUndefined()
  })

  test('are dropped whole when they would take too much memory together', () => {
    const { ids, columns } = columnsOf(20)
    for (const id of ids) if (id !== undefined) columns.set(id, 0, 7)
    for (const id of ids) if (id !== undefined) columns.set(id, MAX_POINTS - 1, 8)
    const kept = columns.slice(0, MAX_POINTS)
    expect(kept.length).toBeWithin(10, MAX_EXTRA_VALUES / MAX_POINTS + 1)
    for (const { values } of kept) expect([values[0], values.at(-1)]).toEqual([7, 8])
  })

  test('have no values after their last one', () => {
    const { columns } = columnsOf(1)
    columns.set(0, 1, 5)
    const [part] = columns.slice(0, 10_000)
    expect(part?.values).toHaveLength(10_000)
    expect([...(part?.values.filter((value) => !Number.isNaN(value)) ?? [])]).toEqual([5])
    expect(columns.slice(2, 10)).toEqual([])
  })
})
