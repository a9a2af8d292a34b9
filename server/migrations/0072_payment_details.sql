-- The bank account of the operator, to which partners pay. Null until it is set.
ALTER TABLE organisation ADD COLUMN payment_details json;
