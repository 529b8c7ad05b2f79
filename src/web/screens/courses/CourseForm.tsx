import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CourseChanges, editCourse, type SavedCourse } from '@/web/api/courses/courses'
import { refreshCourses } from '@/web/api/courses/planned-course'
import { Form } from '@/web/components/forms/Form'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { t } from '@/web/i18n/text'

/** Maximum lengths on the server. */
const [MAX_NAME, MAX_DESCRIPTION] = [200, 10_000]

/** The form for the name, the description and the sport of a course. */
export function CourseForm({ course }: { course: SavedCourse }) {
  const { id, name, description, sport_id } = course
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (changes: CourseChanges) => editCourse(id, changes),
    onSuccess: () => refreshCourses(client),
  })
  const form = useForm<CourseChanges>({
    initialValues: { name, description, sport_id },
    validate: { name: (text) => (text.trim() === '' ? t('courses.nameRule') : null) },
  })
  return (
    <Form
      label={t('courses.edit')}
      saving={saving}
      onSubmit={form.onSubmit((changes) => saving.mutate(changes))}
    >
      <TextInput
        label={t('courses.name')}
        size="md"
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('workout.description')}
        size="md"
        autosize
        maxLength={MAX_DESCRIPTION}
        {...form.getInputProps('description')}
      />
      <SportSelect
        label={t('add.sport')}
        auto={t('courses.anySport')}
        value={form.values.sport_id}
        disabled={false}
        onChange={(sportId) => form.setFieldValue('sport_id', sportId)}
      />
    </Form>
  )
}
