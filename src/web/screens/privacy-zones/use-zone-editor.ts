import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshPrivacy, saveZone, type ZoneInput } from '@/web/api/privacy/edit-privacy'
import type { PrivacyZone } from '@/web/api/privacy/privacy'
import { t } from '@/web/i18n/text'
import type { Position } from '@/web/map/nearest-position'
import { showMessage } from '@/web/state/messages'
import { confirmLeaving, useUnsavedChanges } from '@/web/state/unsaved-changes'
import {
  createZoneFields,
  moveCorner,
  placePosition,
  toZoneFields,
  useZoneForm,
  type ZoneFields,
} from './zone-fields'

/** The zone that the form edits. */
export interface ZoneTarget {
  /** A number that changes each time the form is opened. */
  key: number
  /** Undefined for a new zone. */
  zone?: PrivacyZone
  /** Whether the user opened the form by clicking the map, where the focus stays. */
  isOnMap: boolean
}

export type ZoneEditor = ReturnType<typeof useZoneEditor>

/** The form for a zone, whose values the map shows and changes. It edits one zone at a time, or none. */
export function useZoneEditor() {
  const form = useZoneForm()
  const [target, setTarget] = useState<ZoneTarget | null>(null)
  const opened = useRef(0)
  /** Whether the form has been open before. */
  const wasOpen = useRef(false)
  /** The middle of the map. */
  const middle = useRef<Position>(undefined)
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (zone: ZoneInput) => saveZone(target?.zone?.id, zone),
    onSuccess: async () => {
      await refreshPrivacy(client)
      setTarget(null)
      showMessage({ text: t('privacyZones.saved') })
    },
  })
  useUnsavedChanges(target !== null && form.isDirty() && !saving.isPending)
  const open = async (fields: ZoneFields, next: Omit<ZoneTarget, 'key'>) => {
    if (!(await confirmLeaving())) return
    opened.current += 1
    wasOpen.current = true
    saving.reset()
    form.setValues(fields)
    form.resetDirty(fields)
    form.clearErrors()
    setTarget({ ...next, key: opened.current })
  }
  const setCorners = (corners: ZoneFields['corners']) => form.setFieldValue('corners', corners)
  const place = (position: Position) => setCorners(placePosition(form.getValues(), position))
  return {
    form,
    target,
    saving,
    middle,
    wasOpen,
    /** Opens the form for a new circle, at a position if one is known. */
    create: (position?: Position) => void open(createZoneFields(position), { isOnMap: false }),
    edit: (zone: PrivacyZone) => void open(toZoneFields(zone), { zone, isOnMap: false }),
    close: () => setTarget(null),
    /** Puts the centre, or the next corner, at a position. */
    place,
    onMapClick: (position: Position) => {
      if (target) place(position)
      else void open(createZoneFields(position), { isOnMap: true })
    },
    onMove: (index: number, position: Position) =>
      setCorners(moveCorner(form.getValues().corners, index, position)),
  }
}
