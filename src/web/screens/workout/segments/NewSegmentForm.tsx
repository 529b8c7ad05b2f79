import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  createSegment,
  refreshSegments,
  type SegmentFields,
} from '@/web/api/segments/edit-segments'
import { SegmentForm } from '@/web/components/segments/SegmentForm'
import { t } from '@/web/i18n/text'

const NEW: SegmentFields = { name: '', visibility: 'private' }

/** The form for a segment of the selected part of a workout, in metres along it. Opens the page of the new segment. */
export function NewSegmentForm({
  part,
  onCancel,
}: {
  part: { id: string; from: number; to: number }
  onCancel: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: (fields: SegmentFields) => createSegment(fields, { workout: part }),
    onSuccess: async ({ id }) => {
      await refreshSegments(client)
      await navigate({ to: '/segments/$segmentId', params: { segmentId: id } })
    },
  })
  return (
    <SegmentForm
      label={t('ranked.create')}
      initial={NEW}
      saving={saving}
      onSave={(fields) => saving.mutate(fields)}
      onCancel={onCancel}
    />
  )
}
