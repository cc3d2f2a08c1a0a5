import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly } from '../../kernel/operation.ts';
import { listOwnCustomers, readCustomerFile } from './read.ts';
import { createNotes, deleteNotes, updateNotes } from './write-note.ts';

type CustomerRoutes =
  | 'listCustomers'
  | 'getCustomer'
  | 'createCustomerNote'
  | 'updateCustomerNote'
  | 'deleteCustomerNote';

/** The routes of a merchant's customers. */
export const createCustomerHandlers = ({ idempotent, list }: Access): Pick<Handlers, CustomerRoutes> => ({
  listCustomers: list(listOwnCustomers),
  getCustomer: list(readCustomerFile),
  createCustomerNote: idempotent(routes.createCustomerNote, createNotes, serialOnly),
  updateCustomerNote: idempotent(routes.updateCustomerNote, updateNotes, serialOnly),
  deleteCustomerNote: idempotent(routes.deleteCustomerNote, deleteNotes, serialOnly),
});
