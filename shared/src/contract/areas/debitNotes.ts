import { DEBIT_REASONS, debitNoteMachine } from '../../domain/money/debitNoteMachine.ts';
import { correctionCalls } from './corrections.ts';

/** Debit notes: more is owed for what was invoiced (docs/domain/containers.md "Money"). */
const debitNotes = correctionCalls('/debit_notes', {
  family: 'debitNotes',
  machine: debitNoteMachine,
  causes: DEBIT_REASONS,
  one: 'debit note',
  effect: 'more is owed',
});

export const debitNotesArea = {
  'debitNotes.list': debitNotes.list,
  'debitNotes.get': debitNotes.get,
  'debitNotes.create': debitNotes.create,
  'debitNotes.approve': debitNotes.approve,
  'debitNotes.reject': debitNotes.reject,
  'debitNotes.cancel': debitNotes.cancel,
  'debitNotes.document': debitNotes.document,
  'debitNotes.history': debitNotes.history,
  'debitNotes.attach': debitNotes.attach,
  'debitNotes.detach': debitNotes.detach,
} as const;
