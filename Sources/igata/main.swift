print("igata")
