import { resultColumns } from '../../../contract/src/csv-dialect-results.ts';

export const columns = ['recipient', 'amount', 'reference', 'description', 'name'] as const;
export type ColumnName = (typeof columns)[number];
export const requiredColumns: readonly ColumnName[] = ['recipient', 'amount'];

/** How people name these columns in English, French, Spanish, Portuguese, Haitian Creole and Swahili. */
const headings: Readonly<Record<ColumnName, string>> = {
  recipient:
    'recipient, phone, phone number, telephone, mobile, mobile number, msisdn, number to pay, wallet number, ' +
    'téléphone, numéro de téléphone, tél, n° téléphone, n° de téléphone, numéro, portable, bénéficiaire, ' +
    'teléfono, número de teléfono, tel, celular, móvil, destinatario, beneficiario, ' +
    'telefone, número de telefone, telemóvel, número de celular, destinatário, beneficiário, ' +
    'telefòn, nimewo telefòn, nimewo, tel., moun k ap resevwa, ' +
    'simu, namba ya simu, nambari ya simu, mpokeaji',
  amount:
    'amount, salary, net salary, net pay, pay, net, net to pay, sum, to pay, ' +
    'montant, salaire, salaire net, net à payer, à payer, somme, ' +
    'importe, monto, salario, salario neto, sueldo, neto a pagar, a pagar, ' +
    'montante, valor, quantia, salário, salário líquido, líquido a receber, ' +
    'montan, salè, kantite, kantite lajan, ' +
    'kiasi, mshahara, mshahara halisi',
  reference:
    'reference, ref, employee id, employee number, staff number, payroll number, ' +
    'référence, réf, matricule, n° matricule, ' +
    'referencia, matrícula, número de empleado, ' +
    'referência, número de funcionário, ' +
    'referans, matrikil, ' +
    'rejea, namba ya mfanyakazi, kumbukumbu',
  description:
    'description, note, notes, comment, reason, motif, libellé, commentaire, objet, ' +
    'descripción, concepto, motivo, nota, comentario, ' +
    'descrição, observação, comentário, ' +
    'deskripsyon, rezon, nòt, kòmantè, ' +
    'maelezo, sababu',
  name:
    'name, full name, employee, employee name, first and last name, ' +
    'nom, nom et prénom, nom et prénoms, prénom et nom, nom complet, employé, nom du bénéficiaire, ' +
    'nombre, nombre completo, nombre y apellido, empleado, ' +
    'nome, nome completo, funcionário, ' +
    'non, non konplè, non ak siyati, anplwaye, ' +
    'jina, jina kamili, mfanyakazi',
};

/** Without case, accents, and marks at its ends: `Téléphone :` is `telephone`. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const known: ReadonlyMap<string, ColumnName> = new Map(
  columns.flatMap((column) => headings[column].split(', ').map((text) => [plainHeading(text), column] as const)),
);

/** The column that a heading means; undefined if it is not known. */
export const knownColumn = (heading: string): ColumnName | undefined => known.get(plainHeading(heading));

/** Whether it is one of a result file's own columns, which are not sent. */
export const isResultColumn = (heading: string): boolean => resultColumns.includes(heading.toLowerCase());
