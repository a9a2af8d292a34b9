/** The thread that prints statements. */
import { printMessages } from '../../platform/pdf/pdf-printer.ts';
import { statementPdf } from './statement-pdf.ts';

printMessages(statementPdf);
