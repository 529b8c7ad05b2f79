import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import { connectionsOf } from '@/store/db/connections/dialect'
import { openDatabase } from '@/store/db/connections/open'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { newTestFolder } from '../support/folder'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

/** A recording of many segments with two points each. */
function recordingOf(count: number): string {
  const points = samplePoints(count * 2, (index) => ({ ele: 300 + (index % 100) }))
  return gpxOf(...Array.from({ length: count }, (_, i) => points.slice(i * 2, i * 2 + 2)))
}

describe('a recording with many segments', () => {
  test('is rejected with more than 2,000 segments and leaves no files behind', async () => {
    const { upload, ctx } = await startWorkoutServer()
    const { status, body } = await upload('ride.gpx', recordingOf(2001))
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: 'file contains too many segments', status: 'error' },
    })
    expect(await ctx.db.selectFrom('workouts').selectAll().execute()).toEqual([])
  })

  test('stores each segment with its own points and its own part of the line', async () => {
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

  test('is stored a hundred segments at a time, with other work in between', async () => {
    const database = openDatabase(join(newTestFolder(), 'milepost.db'))
    await migrateToLatest(database)
    const { record, get, ctx } = await startWorkoutServer({}, {}, database)
    let [turn, answers, stored] = [0, 0, false]
    const insertsPerTurn = new Map<number, number>()
    const answersAt = new Set<number>()
    connectionsOf(ctx.db).listen((sql) => {
      if (!sql.startsWith('insert into "segment')) return
      insertsPerTurn.set(turn, (insertsPerTurn.get(turn) ?? 0) + 1)
      answersAt.add(answers)
    })
    const countTurns = () => {
      turn++
      if (!stored) setImmediate(countTurns)
    }
    countTurns()
    const recorded = record('ride.gpx', recordingOf(2000)).finally(() => {
      stored = true
    })
    while (!stored) {
      await get('/api/sports/1')
      answers++
    }
    await recorded
    // For each segment: the segment, its points, its part of the line and the box of that.
    expect(Math.max(...insertsPerTurn.values())).toBeLessThanOrEqual(400)
    expect(answersAt.size).toBeGreaterThan(1)
  })
})
