import { sql } from 'kysely'
import { byQuery } from './derived-values'
import type { DerivedValues } from './wrong-values'

/** Columns that an R*Tree duplicates from the rows that it indexes. */
const contentsOfLineBoxes = byQuery(
  'owners and workouts of the boxes of lines',
  {
    table: 'segment_piece_boxes',
    key: ['id'],
    columns: {
      id: sql`segment_pieces.id`,
      first_user: sql`workouts.user_id`,
      last_user: sql`workouts.user_id`,
      workout_id: sql`workouts.id`,
    },
    from: sql`segment_piece_boxes
      left join segment_pieces on segment_pieces.id = segment_piece_boxes.id
      left join segments on segments.id = segment_id
      left join workouts on workouts.id = segments.workout_id`,
  },
  [
    sql`delete from segment_piece_boxes where id not in (select id from segment_pieces)`,
    sql`update segment_piece_boxes set (first_user, last_user, workout_id) = (
        select workouts.user_id, workouts.user_id, workouts.id
        from segment_pieces join segments on segments.id = segment_id
          join workouts on workouts.id = segments.workout_id
        where segment_pieces.id = segment_piece_boxes.id)
      where id in (
        select boxes.id from segment_piece_boxes as boxes
          join segment_pieces on segment_pieces.id = boxes.id
          join segments on segments.id = segment_id
          join workouts on workouts.id = segments.workout_id
        where (first_user, last_user, boxes.workout_id)
          is not (workouts.user_id, workouts.user_id, workouts.id))`,
  ],
)

const contentsOfRouteBoxes = byQuery(
  'owners and lengths of the boxes of routes',
  {
    table: 'route_boxes',
    key: ['id'],
    columns: {
      id: sql`routes.id`,
      first_user: sql`routes.user_id`,
      last_user: sql`routes.user_id`,
      shortest: sql`routes.length`,
      longest: sql`routes.length`,
    },
    from: sql`route_boxes left join routes on routes.id = route_boxes.id`,
  },
  [
    sql`delete from route_boxes where id not in (select id from routes)`,
    sql`update route_boxes set (first_user, last_user, shortest, longest) = (
        select user_id, user_id, length, length from routes where routes.id = route_boxes.id)
      where id in (
        select route_boxes.id from route_boxes join routes on routes.id = route_boxes.id
        where (first_user, last_user, shortest, longest) is not (user_id, user_id, length, length))`,
  ],
)

/** Checks of R-trees against the rows that they index; their boxes are recomputed from the lines of recordings. */
export const BOXES: readonly DerivedValues[] = [contentsOfLineBoxes, contentsOfRouteBoxes]
