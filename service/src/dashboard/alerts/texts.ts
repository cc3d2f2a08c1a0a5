import type { Language } from '../../messages/texts.ts';

type Words = {
  /** Before the subject of a mail about test payments. */
  readonly test: string;
  readonly nothing: string;
  readonly received: string;
  readonly fees: string;
  readonly taxes: string;
  readonly refunds: string;
  readonly failed: string;
  readonly balance: string;
};

/** The lines of a summary. The sentences around them are in `messages/texts/`. */
export const alertTexts: Readonly<Record<Language, Words>> = {
  en: {
    ...{ test: 'Test', nothing: 'There were no payments and no refunds on this day.', received: 'Payments received' },
    ...{ fees: 'Fees', taxes: 'Tax on fees', refunds: 'Refunds', failed: 'Failed payments', balance: 'Balance now' },
  },
  fr: {
    ...{ test: 'Test', nothing: 'Il n’y a eu ni paiement ni remboursement ce jour-là.', received: 'Paiements reçus' },
    ...{
      fees: 'Frais',
      taxes: 'Taxe sur les frais',
      refunds: 'Remboursements',
      failed: 'Paiements échoués',
      balance: 'Solde actuel',
    },
  },
  es: {
    ...{ test: 'Prueba', nothing: 'Ese día no hubo pagos ni reembolsos.', received: 'Pagos recibidos' },
    ...{
      fees: 'Comisiones',
      taxes: 'Impuesto sobre comisiones',
      refunds: 'Reembolsos',
      failed: 'Pagos fallidos',
      balance: 'Saldo actual',
    },
  },
  pt: {
    ...{ test: 'Teste', nothing: 'Nesse dia não houve pagamentos nem reembolsos.', received: 'Pagamentos recebidos' },
    ...{
      fees: 'Taxas',
      taxes: 'Imposto sobre taxas',
      refunds: 'Reembolsos',
      failed: 'Pagamentos com falha',
      balance: 'Saldo atual',
    },
  },
  ht: {
    ...{ test: 'Tès', nothing: 'Jou sa a pa t gen ni peman ni ranbousman.', received: 'Peman ki rive' },
    ...{
      fees: 'Frè',
      taxes: 'Taks sou frè',
      refunds: 'Ranbousman',
      failed: 'Peman ki echwe',
      balance: 'Balans kounye a',
    },
  },
  sw: {
    ...{ test: 'Jaribio', nothing: 'Siku hii hakukuwa na malipo wala marejesho.', received: 'Malipo yaliyopokelewa' },
    ...{
      fees: 'Ada',
      taxes: 'Kodi ya ada',
      refunds: 'Marejesho',
      failed: 'Malipo yaliyoshindwa',
      balance: 'Salio la sasa',
    },
  },
};
