import { t } from 'elysia'

/** Parameters of paths that several families have in common, and when their 404 is answered. */

export const workoutParams = t.Object({
  workout_short_id: t.String({ description: 'Short id of the workout.' }),
})
export const NO_WORKOUT = 'The workout is not there, or the caller may not see it.'

export const commentParams = t.Object({
  comment_short_id: t.String({ description: 'Short id of the comment.' }),
})
export const NO_COMMENT = 'The comment is not there, or the caller may not see it.'

export const userParams = t.Object({
  user_name: t.String({ description: 'Username, in any case.' }),
})
export const NO_USER = 'There is no such user, or the account is not active.'

export const sportParams = t.Object({
  sport_id: t.Integer({ description: 'Number of the sport.' }),
})
export const dayParams = t.Object({
  day: t.String({ description: '`YYYY-MM-DD`, in the calendar of the caller.' }),
})

export const NO_SPORT = 'There is no such sport.'

export const sanctionParams = t.Object({
  action_short_id: t.String({ description: 'Short id of the moderators’ action.' }),
})
export const NO_SANCTION = 'There is no such action against the caller.'

export const NO_RECORDING = 'The caller has no such workout, or it has no recording.'

/** Why somebody who is not the owner of a thing is refused. */
export const NOT_OWN = 'It is somebody else’s; or the token may not.'
