import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deleteSegment,
  refreshSegments,
  type SegmentFields,
  saveSegment,
} from '@/web/api/segments/edit-segments'
import type { RankedSegment } from '@/web/api/segments/segments'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { Panel } from '@/web/components/page/Panel'
import { SegmentForm } from '@/web/components/segments/SegmentForm'
import { t } from '@/web/i18n/text'
import classes from './SegmentScreen.module.css'

/** Buttons that change or delete a segment of the user. */
export function SegmentTools({ segment: { id, name, visibility } }: { segment: RankedSegment }) {
  const [isEditing, setEditing] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const close = () => setEditing(false)
  const saving = useMutation({
    mutationFn: (fields: SegmentFields) => saveSegment(id, fields),
    onSuccess: async () => {
      await refreshSegments(client)
      close()
    },
  })
  const deletion = useMutation({
    mutationFn: () => deleteSegment(id),
    onSuccess: async () => {
      await navigate({ to: '/segments' })
      await refreshSegments(client)
    },
  })
  if (isEditing)
    return (
      <Panel title={t('ranked.edit')}>
        <SegmentForm
          label={t('ranked.edit')}
          initial={{ name, visibility }}
          saving={saving}
          onSave={(fields) => saving.mutate(fields)}
          onCancel={close}
        />
      </Panel>
    )
  return (
    <div className={classes.tools}>
      <Button variant="default" size="sm" onClick={() => setEditing(true)}>
        {t('ranked.edit')}
      </Button>
      <ConfirmButton
        label={t('ranked.delete')}
        title={t('ranked.deleteTitle', { name })}
        text={t('ranked.deleteText')}
        confirm={t('ranked.delete')}
        action={deletion}
      />
    </div>
  )
}
