import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { connectionsOf } from '@/db/dialect'
import { migrateToLatest } from '@/db/migrate'
import { openDatabase } from '@/db/open'
import { findWorkout } from '@/db/queries/workouts'
import { decodePoints } from '@/tracks/streams/points-blob'
import { newTestFolder } from '../support/folder'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

/** A recording of many segments with two points each. */
function recordingOf(count: number): string {
  const points = samplePoints(count * 2, (index) => ({ ele: 300 + (index % 100) }))
  return gpxOf(...Array.from({ length: count }, (_, i) => points.slice(i * 2, i * 2 + 2)))
}

describe('a recording of very many segments', () => {
  test('is refused beyond 2,000, and leaves nothing', async () => {
    const { upload, ctx } = await startWorkoutServer()
    const { status, body } = await upload('ride.gpx', recordingOf(2001))
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: 'file contains too many segments', status: 'error' },
    })
    expect(await ctx.db.selectFrom('workouts').selectAll().execute()).toEqual([])
  })

  test('keeps each segment with its own points and its own piece of the line', async () => {
    const { record, ctx } = await startWorkoutServer()
    const { id } = await record('ride.gpx', recordingOf(250))
    const rows = await ctx.db
      .selectFrom('segments')
      .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
      .innerJoin('segment_pieces', 'segment_pieces.segment_id', 'segments.id')
      .innerJoin('segment_piece_boxes as box', 'box.id', 'segment_pieces.id')
      .select(['position', 'points', 'south', 'north', 'box.workout_id'])
      .orderBy('position')
      .execute()
    expect(rows.map(({ position }) => position)).toEqual(
      Array.from({ length: 250 }, (_, i) => i + 1),
    )
    const workout = await findWorkout(ctx.db, id)
    for (const { points, south, north, workout_id: workoutId, position } of rows) {
      const [first = 0, last = 0] = decodePoints(points).lat
      expect(first).toBe(45 + ((position - 1) * 2) / 10_000)
      expect([south ?? 0, first, last, north ?? 0]).toEqual(
        [south ?? 0, first, last, north ?? 0].toSorted((a, b) => a - b),
      )
      expect(workoutId).toBe(workout?.id ?? 0)
    }
  })

  test('is stored a hundred segments at a time, between which others are answered', async () => {
    const database = openDatabase(join(newTestFolder(), 'milepost.db'))
    await migrateToLatest(database)
    const { record, get, ctx } = await startWorkoutServer({}, {}, database)
    const events: string[] = []
    connectionsOf(ctx.db).listen((sql) => {
      if (sql.startsWith('insert into "segment')) events.push('insert')
    })
    const stored = record('ride.gpx', recordingOf(2000)).finally(() => events.push('stored'))
    while (!events.includes('stored')) {
      await get('/api/sports/1')
      events.push('answer')
      await new Promise(setImmediate)
    }
    await stored
    const during = events.slice(events.indexOf('insert'), events.lastIndexOf('insert'))
    // Of each segment: itself, its points, the piece of its line and the box of that.
    const inARow = events.join(' ').match(/insert( insert)*/g) ?? []
    expect(Math.max(...inARow.map((row) => row.split(' ').length))).toBeLessThanOrEqual(1200)
    expect(during.filter((event) => event === 'answer').length).toBeGreaterThan(5)
  })
})
