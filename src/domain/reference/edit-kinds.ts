/** Kinds of edits of a recording; see `TrackEdit`. */
export const EDIT_KINDS = ['trim', 'remove', 'split', 'spikes'] as const
