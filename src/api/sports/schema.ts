import { t } from 'elysia'
import { flagParam } from '@/http/query-params'

export const sportQuery = t.Object({
  check_workouts: flagParam('Adds `has_workouts`, for administrators.'),
})

export const sportChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users may choose the sport.' }),
})
