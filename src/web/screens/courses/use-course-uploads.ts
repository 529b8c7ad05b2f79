import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { uploadCourse } from '@/web/api/courses/courses'
import { refreshCourses } from '@/web/api/courses/planned-course'
import { onDroppedCourses } from '@/web/uploads/dropped-courses'

/** A file that could not be saved as a course. */
export interface RejectedFile {
  name: string
  error: unknown
}

/** Uploads chosen files, and those that are dropped on the page, one after another. */
export function useCourseUploads() {
  const client = useQueryClient()
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const rejected: RejectedFile[] = []
      for (const file of files)
        await uploadCourse(file).catch((error) => rejected.push({ name: file.name, error }))
      return { saved: files.length - rejected.length, rejected }
    },
    onSettled: () => refreshCourses(client),
  })
  const { mutate } = upload
  useEffect(() => onDroppedCourses((files) => mutate(files)), [mutate])
  return upload
}
