import { badRequest } from '@/lib/errors'

/** What the owner of a course can change. */
export interface CourseFields {
  name: string
  description: string
  /** Null for any sport. */
  sport_id: number | null
}

/** Maximum characters; the rest is cut off. */
export const MAX_COURSE_NAME = 200
export const MAX_COURSE_DESCRIPTION = 10_000

/** @throws 400 when the name is empty */
export function requireCourseName(text: string): string {
  const name = text.trim().slice(0, MAX_COURSE_NAME)
  if (name === '') throw badRequest('the name of a course must not be empty')
  return name
}

export const cutDescription = (text: string): string => text.slice(0, MAX_COURSE_DESCRIPTION)
